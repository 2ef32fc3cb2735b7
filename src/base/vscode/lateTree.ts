import * as vscode from 'vscode';

/** A view whose rows load later. VS Code may request them at once, and then waits. */
export function createLateTree<Node>(
  id: string,
  loading: Promise<vscode.TreeDataProvider<Node>>,
  options: { readonly showCollapseAll?: boolean } = {},
): vscode.TreeView<Node> {
  return vscode.window.createTreeView(id, { ...options, treeDataProvider: new LateTree(loading) });
}

/**
 * Announces changes only when VS Code has received every answer. Otherwise, it can take an answer from before a change
 * for the rows after it, and never asks again: the change makes it forget the rows that it has, and the answer that
 * arrives with the change sets them once more. Before VS Code has asked for rows, it needs no changes.
 */
export class LateTree<Node> implements vscode.TreeDataProvider<Node> {
  readonly #loading: Promise<vscode.TreeDataProvider<Node>>;
  readonly #changed = new vscode.EventEmitter<Node[] | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  /** Number of answers that VS Code has asked for, that are sent, and that it has received. */
  #asked = 0;
  #sent = 0;
  #received = 0;
  /** Rows whose change isn't announced yet; `undefined` stands for all. */
  readonly #waiting = new Set<Node | undefined>();

  constructor(loading: Promise<vscode.TreeDataProvider<Node>>) {
    this.#loading = loading;
    loading.then(
      (tree) => tree.onDidChangeTreeData?.((changed) => this.#take([changed].flat() as (Node | undefined)[])),
      // The code that requests the rows gets the error.
      () => undefined,
    );
  }

  getChildren(node?: Node): Promise<Node[] | null | undefined> {
    return this.#answer((tree) => tree.getChildren(node));
  }

  getTreeItem(node: Node): Promise<vscode.TreeItem> {
    return this.#answer((tree) => tree.getTreeItem(node));
  }

  async resolveTreeItem(
    item: vscode.TreeItem,
    node: Node,
    token: vscode.CancellationToken,
  ): Promise<vscode.TreeItem | null | undefined> {
    return (await this.#loading).resolveTreeItem?.(item, node, token);
  }

  async #answer<T>(answer: (tree: vscode.TreeDataProvider<Node>) => T | Thenable<T>): Promise<T> {
    this.#asked++;
    try {
      return await answer(await this.#loading);
    } finally {
      // VS Code's extension host sends the answer in this turn.
      setImmediate(() => this.#answered());
    }
  }

  #answered(): void {
    const sent = ++this.#sent;
    if (sent < this.#asked) return;
    const received = () => {
      this.#received = sent;
      this.#announce();
    };
    // The window handles messages in order: when it has done this, it has the answers.
    vscode.commands.executeCommand('noop').then(received, received);
  }

  #take(changed: readonly (Node | undefined)[]): void {
    if (this.#asked === 0) return;
    for (const node of changed) this.#waiting.add(node);
    this.#announce();
  }

  #announce(): void {
    if (this.#received < this.#asked || this.#waiting.size === 0) return;
    const changed = this.#waiting.has(undefined) ? undefined : ([...this.#waiting] as Node[]);
    this.#waiting.clear();
    this.#changed.fire(changed);
  }
}
