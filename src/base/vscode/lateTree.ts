import * as vscode from 'vscode';
import { windowCaughtUp } from './windowTurn';

/** A view whose rows load later. VS Code may request them at once, and then waits. */
export function createLateTree<Node>(
  id: string,
  loading: Promise<vscode.TreeDataProvider<Node>>,
  options: Pick<vscode.TreeViewOptions<Node>, 'showCollapseAll' | 'canSelectMany'> = {},
): vscode.TreeView<Node> {
  return vscode.window.createTreeView(id, { ...options, treeDataProvider: new LateTree(loading) });
}

/**
 * Announces a change only when VS Code's window has the answers to all that it asked before. A change makes the window
 * forget the rows that it has, not those that it waits for: an answer that arrives with the change would stay, and the
 * window would never ask again. Loaded settings once stayed invisible that way.
 */
export class LateTree<Node> implements vscode.TreeDataProvider<Node> {
  readonly #loading: Promise<vscode.TreeDataProvider<Node>>;
  readonly #changed = new vscode.EventEmitter<Node[] | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  /** Number of answers that the window may not have yet. */
  #open = 0;
  /** Settles when the window has the answers that are given in this turn. */
  #delivery: Promise<unknown> | undefined;
  /** Rows whose change isn't announced yet; `undefined` stands for all. */
  readonly #waiting = new Set<Node | undefined>();

  constructor(loading: Promise<vscode.TreeDataProvider<Node>>) {
    this.#loading = loading;
    loading.then(
      (tree) => tree.onDidChangeTreeData?.((changed) => this.#onChange([changed].flat() as (Node | undefined)[])),
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
    this.#open++;
    try {
      return await answer(await this.#loading);
    } finally {
      const delivered = () => {
        this.#open--;
        this.#announce();
      };
      this.#delivery ??= this.#deliver();
      this.#delivery.then(delivered, delivered);
    }
  }

  async #deliver(): Promise<unknown> {
    // VS Code's extension host sends answers in the turn in which they are given.
    await new Promise(setImmediate);
    this.#delivery = undefined;
    return windowCaughtUp();
  }

  #onChange(changed: readonly (Node | undefined)[]): void {
    for (const node of changed) this.#waiting.add(node);
    this.#announce();
  }

  #announce(): void {
    if (this.#open > 0 || this.#waiting.size === 0) return;
    const changed = this.#waiting.has(undefined) ? undefined : ([...this.#waiting] as Node[]);
    this.#waiting.clear();
    this.#changed.fire(changed);
  }
}
