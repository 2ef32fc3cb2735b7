import * as vscode from 'vscode';

/** A view whose rows load later. VS Code may request them at once, and then waits. */
export function createLateTree<Node>(
  id: string,
  loading: Promise<vscode.TreeDataProvider<Node>>,
  options: { readonly showCollapseAll?: boolean } = {},
): vscode.TreeView<Node> {
  const treeDataProvider: vscode.TreeDataProvider<Node> = {
    onDidChangeTreeData: (listener, self) => later(loading, (tree) => tree.onDidChangeTreeData?.(listener, self)),
    getChildren: async (node) => (await loading).getChildren(node),
    getTreeItem: async (node) => (await loading).getTreeItem(node),
    resolveTreeItem: async (item, node, token) => (await loading).resolveTreeItem?.(item, node, token),
  };
  return vscode.window.createTreeView(id, { ...options, treeDataProvider });
}

/** Subscribes to something that isn't loaded yet, unless the subscription has ended by then. */
function later<T>(loading: Promise<T>, subscribe: (loaded: T) => vscode.Disposable | undefined): vscode.Disposable {
  let isDisposed = false;
  let subscription: vscode.Disposable | undefined;
  loading.then(
    (loaded) => {
      if (!isDisposed) subscription = subscribe(loaded);
    },
    // The code that requests the rows gets the error.
    () => undefined,
  );
  return new vscode.Disposable(() => {
    isDisposed = true;
    subscription?.dispose();
  });
}
