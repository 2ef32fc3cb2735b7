import * as vscode from 'vscode';
import { windowCaughtUp } from './contextKeys';

/** A view whose provider is loaded later. VS Code may request rows before that, and waits for them. */
export function createLateTree<Node>(
  id: string,
  loading: Promise<vscode.TreeDataProvider<Node>>,
  options: Pick<vscode.TreeViewOptions<Node>, 'showCollapseAll' | 'canSelectMany'> = {},
): vscode.TreeView<Node> {
  return vscode.window.createTreeView(id, { ...options, treeDataProvider: new LateTree(loading) });
}

/**
 * Reports a change only after VS Code's window has received all rows that it requested before. At a change, the window
 * discards the rows that it has, but not the ones that it waits for. If those arrived after the change, they would stay.
 */
export class LateTree<Node> implements vscode.TreeDataProvider<Node> {
  readonly #loading: Promise<vscode.TreeDataProvider<Node>>;
  readonly #changed = new vscode.EventEmitter<Node[] | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  /** Number of answers that the window may not have received yet. */
  #pendingAnswers = 0;
  /** Settles when the window has received the answers that are given in this turn of the event loop. */
  #delivery: Promise<unknown> | undefined;
  /** Rows whose change wasn't reported yet; `undefined` stands for all rows. */
  readonly #pendingChanges = new Set<Node | undefined>();

  constructor(loading: Promise<vscode.TreeDataProvider<Node>>) {
    this.#loading = loading;
    loading.then(
      (tree) => tree.onDidChangeTreeData?.((changed) => this.#onChange([changed].flat() as (Node | undefined)[])),
      // The requests for rows are rejected with the same error.
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
    this.#pendingAnswers++;
    try {
      return await answer(await this.#loading);
    } finally {
      const delivered = () => {
        this.#pendingAnswers--;
        this.#announce();
      };
      this.#delivery ??= this.#deliver();
      this.#delivery.then(delivered, delivered);
    }
  }

  async #deliver(): Promise<unknown> {
    // VS Code's extension host sends answers at the end of the turn in which they are given.
    await new Promise(setImmediate);
    this.#delivery = undefined;
    return windowCaughtUp();
  }

  #onChange(changed: readonly (Node | undefined)[]): void {
    for (const node of changed) this.#pendingChanges.add(node);
    this.#announce();
  }

  #announce(): void {
    if (this.#pendingAnswers > 0 || this.#pendingChanges.size === 0) return;
    const changed = this.#pendingChanges.has(undefined) ? undefined : ([...this.#pendingChanges] as Node[]);
    this.#pendingChanges.clear();
    this.#changed.fire(changed);
  }
}
