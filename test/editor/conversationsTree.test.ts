import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Conversation } from '../../src/conversations/common/conversation';
import { ConversationGroups } from '../../src/conversations/common/conversationGroups';
import type { History } from '../../src/conversations/common/history';
import { childrenOf, conversationTooltip, nodeItem } from '../../src/conversations/vscode/conversationItems';
import { ConversationsTree } from '../../src/conversations/vscode/conversationsTree';
import { historyMessage } from '../../src/conversations/vscode/historyMessages';

const parts = { childrenOf, ConversationGroups, conversationTooltip, historyMessage, nodeItem };

function started(id: string, more: Partial<Conversation> = {}): Conversation {
  const sentAt = Date.now();
  return { id, baseUrl: 'http://localhost:3000', request: {}, outcome: 'started', sentAt, deadline: sentAt, ...more };
}

describe('The tree of the conversations', () => {
  let conversations: readonly Conversation[];
  let tree: ConversationsTree;
  let followed: vscode.EventEmitter<void>;
  /** IDs of the rows in each event; `all` for the whole tree. */
  let events: (readonly string[] | 'all')[];

  beforeEach(() => {
    conversations = [];
    events = [];
    const history: Pick<History, 'conversations' | 'load'> = {
      get conversations() {
        return conversations;
      },
      load: () => Promise.resolve(conversations),
    };
    followed = new vscode.EventEmitter<void>();
    const services = { asks: () => Promise.resolve(false), onDidChange: followed.event };
    tree = new ConversationsTree(history as History, () => Promise.resolve(parts), services);
    tree.onDidChangeTreeData((nodes) => events.push(nodes?.map((node) => ('id' in node ? node.id : '')) ?? 'all'));
  });

  afterEach(() => tree.dispose());

  it('refreshes all when the user agrees to follow a service', () => {
    followed.fire();
    assert.deepEqual(events, ['all']);
  });

  it('refreshes the rows that changed, and all if there are more or fewer', async () => {
    conversations = [started('two'), started('one')];
    await tree.getChildren();
    tree.update();
    conversations = [conversations[0]!, started('one', { pushed: 'agent/fix 0123456789' })];
    tree.update();
    conversations = [started('three'), ...conversations];
    tree.update();
    assert.deepEqual(events, [['one'], 'all']);
  });
});
