import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Conversation } from '../../src/conversations/conversation';
import { showOlder } from '../../src/conversations/conversationGroups';
import { ConversationFilter } from '../../src/conversations/conversationFilter';
import { ConversationsTree } from '../../src/conversations/vscode/conversationsTree';
import type { History } from '../../src/conversations/history';

function started(id: string, more: Partial<Conversation> = {}): Conversation {
  const sentAt = Date.now();
  return { id, baseUrl: 'http://localhost:3000', request: {}, outcome: 'started', sentAt, deadline: sentAt, ...more };
}

describe('The tree of the conversations', () => {
  let conversations: readonly Conversation[];
  let tree: ConversationsTree;
  let followed: vscode.EventEmitter<void>;
  let events: number;
  let filter: ConversationFilter;
  let completeSince: number;

  beforeEach(() => {
    conversations = [];
    events = 0;
    completeSince = 0;
    const history: Pick<History, 'completeSince' | 'load'> = {
      get completeSince() {
        return completeSince;
      },
      load: () => Promise.resolve(conversations),
    };
    followed = new vscode.EventEmitter<void>();
    filter = new ConversationFilter(() => 'here');
    const services = { has: () => Promise.resolve(false), onDidChange: followed.event };
    tree = new ConversationsTree(history as History, services, { id: 'here' }, filter);
    tree.onDidChangeTreeData(() => events++);
  });

  afterEach(() => tree.dispose());

  it('refreshes all when the user agrees to follow a service', () => {
    followed.fire();
    assert.equal(events, 1);
  });

  it('ends with the row that reads older ones, while there are any', async () => {
    conversations = [started('two'), started('one')];
    assert.deepEqual(await tree.getChildren(), conversations);
    completeSince = 1;
    assert.deepEqual(await tree.getChildren(), [...conversations, showOlder]);
    const { label, command } = await tree.getTreeItem(showOlder);
    assert.deepEqual([label, command?.command], ['Show Older', 'agentConversations.showOlder']);
    assert.deepEqual(await tree.getChildren(showOlder), []);
  });

  it('shows what its filter leaves, and is filled again when that changes', async () => {
    conversations = [started('two', { workspace: 'here' }), started('one')];
    filter.choose(['thisWorkspace']);
    assert.equal(events, 1);
    assert.deepEqual(await tree.getChildren(), conversations.slice(0, 1));
  });
});
