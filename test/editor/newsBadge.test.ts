import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Conversation, ConversationChange } from '../../src/conversations/conversation';
import type { Disposable } from '../../src/base/lifecycle';
import type { PushedBranch } from '../../src/result/pushedBranches';
import { savePushed } from '../../src/result/vscode/savedResult';
import { MemoryState } from '../support/memoryState';
import { keepNewsCounted } from '../../src/conversations/vscode/conversationsTree';

/** A view without a window: a test makes it visible. */
class View {
  visible = false;
  badge: vscode.ViewBadge | undefined;
  readonly #visibility = new vscode.EventEmitter<vscode.TreeViewVisibilityChangeEvent>();
  readonly onDidChangeVisibility = this.#visibility.event;

  show(visible: boolean): void {
    this.visible = visible;
    this.#visibility.fire({ visible });
  }
}

const ended = { status: 'STOPPED', endedAt: 5 };

describe('The badge of the conversations view', () => {
  const changed = new vscode.EventEmitter<void>();
  let conversations: Partial<Conversation>[];
  let view: View;
  let state: MemoryState;

  function open(): Disposable {
    view = new View();
    const history = { onDidChange: changed.event, conversations: conversations as Conversation[] };
    return keepNewsCounted(view as unknown as vscode.TreeView<unknown>, history, state);
  }

  beforeEach(() => {
    state = new MemoryState();
    conversations = [{ id: 'one' }, { id: 'two' }, { id: 'three' }];
  });

  it('counts conversations with news until the view is looked at, also after a reload', () => {
    const badge = () => view.badge;
    let counting = open();
    assert.equal(badge(), undefined);
    conversations[0] = { newsAt: Date.now() };
    conversations[2] = { newsAt: Date.now() };
    changed.fire();
    assert.deepEqual(badge(), { value: 2, tooltip: '2 conversations have updates' });
    counting.dispose();
    counting = open();
    assert.equal(badge()?.value, 2);
    view.show(true);
    assert.equal(badge(), undefined);
    view.show(false);
    changed.fire();
    assert.equal(badge(), undefined);
    counting.dispose();
  });

  it('does not count again what was looked at before the clock was set back', () => {
    const counting = open();
    conversations[0] = { newsAt: Date.now() + 60 * 60 * 1000 };
    conversations[2] = { ...ended, endedAt: Date.now() + 30 * 60 * 1000 };
    view.show(true);
    view.show(false);
    changed.fire();
    assert.equal(view.badge, undefined);
    counting.dispose();
  });

  it('counts what comes after the clock was set back', () => {
    const counting = open();
    conversations[0] = { id: 'one', newsAt: Date.now() + 60 * 60 * 1000 };
    view.show(true);
    view.show(false);
    conversations[1] = { id: 'two', newsAt: Date.now() };
    changed.fire();
    assert.equal(view.badge?.value, 1);
    counting.dispose();
  });

  it('counts what others pushed after the clock was set back behind the last look', async () => {
    const counting = open();
    const looked: Partial<Conversation> = { id: 'one', lookedAt: Date.now() + 60 * 60 * 1000 };
    conversations[0] = looked;
    const history = {
      get: () => looked as Conversation,
      change: (_id: string, change: ConversationChange) => {
        conversations[0] = { ...looked, ...change };
        return Promise.resolve();
      },
    };
    const pushed = { name: 'fix', commit: 'c'.repeat(40), by: 'others' } as unknown as PushedBranch;
    await savePushed(looked as Conversation, [pushed], history, true);
    changed.fire();
    assert.equal(view.badge?.value, 1);
    counting.dispose();
  });

  it('does not count an end that the user has looked at elsewhere, but what comes after it', () => {
    const counting = open();
    conversations[0] = { ...ended, lookedAt: 6 };
    conversations[1] = { ...ended, newsAt: 7, lookedAt: 6 };
    changed.fire();
    assert.equal(view.badge?.value, 1);
    counting.dispose();
  });

  it('counts an end until it runs again, like the status bar', () => {
    const counting = open();
    conversations[0] = ended;
    changed.fire();
    assert.equal(view.badge?.value, 1);
    conversations[0] = { ...ended, status: 'RUNNING' };
    changed.fire();
    assert.equal(view.badge, undefined);
    counting.dispose();
  });

  it('does not count what comes while the view is visible', () => {
    const counting = open();
    view.show(true);
    conversations[1] = { newsAt: Date.now() };
    changed.fire();
    assert.equal(view.badge, undefined);
    view.show(false);
    assert.equal(view.badge, undefined);
    counting.dispose();
  });
});
