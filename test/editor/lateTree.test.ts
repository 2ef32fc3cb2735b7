import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as vscode from 'vscode';
import { createLateTree, LateTree } from '../../src/base/vscode/lateTree';

/** A tree of names that answers when it's told to. */
class Tree implements vscode.TreeDataProvider<string> {
  readonly changed = new vscode.EventEmitter<string | string[] | undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  /** Ends each answer that is waited for. */
  readonly answers: (() => void)[] = [];

  getChildren(): Promise<string[]> {
    return new Promise((resolve) => this.answers.push(() => resolve(['one', 'two'])));
  }

  getTreeItem(name: string): vscode.TreeItem {
    return new vscode.TreeItem(name);
  }
}

describe('A tree that loads later', () => {
  let tree: Tree;
  let load: (tree: Tree) => void;
  let late: LateTree<string>;
  let events: (readonly string[] | 'all')[];

  beforeEach(() => {
    tree = new Tree();
    events = [];
    late = new LateTree(new Promise<Tree>((resolve) => (load = resolve)));
    late.onDidChangeTreeData((changed) => events.push(changed ?? 'all'));
  });

  const nextChange = () => new Promise((resolve) => late.onDidChangeTreeData(resolve));

  it('announces everything if everything changed meanwhile, and at once if nothing is waited for', async () => {
    const asked = late.getChildren();
    load(tree);
    await nextTurn();
    tree.changed.fire('one');
    tree.changed.fire(undefined);
    assert.deepEqual(events, [], 'the answer is waited for');
    tree.answers[0]!();
    const announced = nextChange();
    await asked;
    assert.deepEqual(events, [], 'the answer is on its way');
    await announced;
    assert.deepEqual(events, ['all']);
    tree.changed.fire('two');
    assert.deepEqual(events, ['all', ['two']]);
  });

  it('has its rows requested again when they change right after the answer', async () => {
    const requestedAgain: PromiseWithResolvers<void> = Promise.withResolvers();
    let requests = 0;
    const getChildren = () => {
      requests++;
      // So soon that VS Code sends the change along with the answer.
      if (requests === 1) queueMicrotask(() => tree.changed.fire(undefined));
      if (requests === 2) requestedAgain.resolve();
      return requests === 1 ? [] : ['one'];
    };
    const rows = Object.assign(tree, { getChildren });
    const view = createLateTree('secondExtension.rows', Promise.resolve(rows));
    await vscode.commands.executeCommand('setContext', 'secondExtension.showsRows', true);
    await vscode.commands.executeCommand('secondExtension.rows.focus');
    await requestedAgain.promise;
    await vscode.commands.executeCommand('setContext', 'secondExtension.showsRows', false);
    view.dispose();
  });
});
