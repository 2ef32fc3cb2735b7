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
 * Announces changes only while VS Code waits for nothing. A change of all rows cancels the answers on their way, and a
 * refresh that finds its tree still waiting waits on for a rendering that may have been the last: the view then stays as
 * it is, whatever changes later. Before VS Code has asked for rows, it needs no changes.
 */
export class LateTree<Node> implements vscode.TreeDataProvider<Node> {
  readonly #loading: Promise<vscode.TreeDataProvider<Node>>;
  readonly #changed = new vscode.EventEmitter<Node[] | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  #hasAsked = false;
  /** Number of answers that VS Code waits for. */
  #asked = 0;
  /** Rows whose change isn't announced yet; `undefined` stands for all. */
  readonly #waiting = new Set<Node | undefined>();

  constructor(loading: Promise<vscode.TreeDataProvider<Node>>) {
    this.#loading = loading;
    loading.then(
      (tree) => tree.onDidChangeTreeData?.((changed) => this.#take(changed as Node | Node[] | undefined)),
      // The code that requests the rows gets the error.
      () => undefined,
    );
  }

  getChildren(node?: Node): Promise<Node[]> {
    this.#hasAsked = true;
    return this.#answer(async (tree) => (await tree.getChildren(node)) ?? []);
  }

  getTreeItem(node: Node): Promise<vscode.TreeItem> {
    return this.#answer((tree) => tree.getTreeItem(node));
  }

  async resolveTreeItem(item: vscode.TreeItem, node: Node, token: vscode.CancellationToken): Promise<vscode.TreeItem> {
    return (await (await this.#loading).resolveTreeItem?.(item, node, token)) ?? item;
  }

  async #answer<T>(answer: (tree: vscode.TreeDataProvider<Node>) => T | Thenable<T>): Promise<T> {
    this.#asked++;
    try {
      return await answer(await this.#loading);
    } finally {
      this.#asked--;
      // VS Code sends the answer in this turn; the change follows it.
      setImmediate(() => this.#announce());
    }
  }

  #take(changed: Node | Node[] | undefined): void {
    if (!this.#hasAsked) return;
    for (const node of Array.isArray(changed) ? changed : [changed]) this.#waiting.add(node);
    this.#announce();
  }

  #announce(): void {
    if (this.#asked > 0 || this.#waiting.size === 0) return;
    const changed = this.#waiting.has(undefined) ? undefined : ([...this.#waiting] as Node[]);
    this.#waiting.clear();
    this.#changed.fire(changed);
  }
}
