import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Conversation } from '../../src/conversations/conversation';
import { showOlderRow, type ConversationNode } from '../../src/conversations/conversationGroups';
import { ConversationFilter } from '../../src/conversations/conversationFilter';
import { ConversationsTree } from '../../src/conversations/vscode/conversationsTree';
import { Emitter } from '../../src/base/event';
import { keepConversationsContext } from '../../src/conversations/vscode/conversationsContext';
import { filteredContext, hasConversationsContext, statusAskedContext } from '../../src/names';
import { RecordedDeeds } from '../support/recordedDeeds';
import { conversation } from '../support/histories';

function started(id: string, more: Partial<Conversation> = {}): Conversation {
  const sentAt = Date.now();
  return { id, baseUrl: 'http://localhost:3000', request: {}, outcome: 'started', sentAt, deadline: sentAt, ...more };
}

describe('The tree of the conversations', () => {
  let conversations: readonly Conversation[];
  let tree: ConversationsTree;
  let followed: vscode.EventEmitter<void>;
  let events: (readonly ConversationNode[] | 'all')[];
  let filter: ConversationFilter;
  let completeSince: number;

  beforeEach(() => {
    conversations = [];
    events = [];
    completeSince = 0;
    const history = {
      get completeSince() {
        return completeSince;
      },
      get conversations() {
        return conversations;
      },
      get: (id: string) => conversations.find((one) => one.id === id),
      load: () => Promise.resolve(conversations),
    };
    followed = new vscode.EventEmitter<void>();
    filter = new ConversationFilter(() => 'here');
    const services = { has: () => Promise.resolve(false), onDidChange: followed.event };
    tree = new ConversationsTree(history, services, { id: 'here' }, filter);
    tree.onDidChangeTreeData((changed) => events.push(changed ?? 'all'));
  });

  afterEach(() => tree.dispose());

  /** Reads the rows as VS Code does. */
  async function read(): Promise<ConversationNode[]> {
    const nodes = await tree.getChildren();
    await Promise.all(nodes.map((node) => tree.getTreeItem(node)));
    return nodes;
  }

  it('draws each row again when the user agrees to follow a service', async () => {
    conversations = [started('two'), started('one')];
    const nodes = await read();
    followed.fire();
    assert.deepEqual(events, [nodes]);
  });

  it('draws a changed row alone, whose node stays the same for a menu that is open on it', async () => {
    conversations = [started('two'), started('one')];
    const [two, one] = await read();
    tree.refresh();
    assert.deepEqual(events, [], 'nothing has changed');
    conversations = [started('two', { status: 'RUNNING' }), conversations[1]!];
    tree.refresh();
    assert.deepEqual(events, [[two]]);
    const { iconPath } = await tree.getTreeItem(two!);
    assert.equal((iconPath as vscode.ThemeIcon).id, 'play-circle', 'as it is known now');
    tree.refresh();
    assert.equal(events.length, 1, 'it is drawn');
    assert.deepEqual(await tree.getChildren(), [two, one]);
    assert.equal((await tree.getChildren())[0], two);
  });

  it('is filled again when a conversation comes or goes', async () => {
    conversations = [started('one')];
    const [one] = await read();
    conversations = [started('two'), ...conversations];
    tree.refresh();
    assert.deepEqual(events, ['all']);
    assert.equal((await read())[1], one);
    conversations = conversations.slice(0, 1);
    tree.refresh();
    assert.deepEqual(events, ['all', 'all']);
  });

  it('ends with the row that reads older ones, while there are any', async () => {
    conversations = [started('two'), started('one')];
    assert.deepEqual(await tree.getChildren(), conversations);
    completeSince = 1;
    assert.deepEqual(await tree.getChildren(), [...conversations, showOlderRow]);
    const { label, command } = await tree.getTreeItem(showOlderRow);
    assert.deepEqual([label, command?.command], ['Show Older', 'agentConversations.showOlder']);
    assert.deepEqual(await tree.getChildren(showOlderRow), []);
  });

  it('shows what its filter leaves, and is filled again when that changes', async () => {
    conversations = [started('two', { workspace: 'here' }), started('one')];
    filter.choose(['thisWorkspace']);
    assert.deepEqual(events, ['all']);
    assert.deepEqual(await tree.getChildren(), conversations.slice(0, 1));
  });
});

describe('The context keys about conversations', () => {
  it('change with the history and the filter, and are set only when they do', () => {
    using deeds = new RecordedDeeds();
    const changed = new Emitter<void>();
    const filter = new ConversationFilter(() => undefined);
    const history = { conversations: [] as readonly Conversation[], onDidChange: changed.event };
    const changesOf = (conversations: readonly Conversation[]) => {
      history.conversations = conversations;
      changed.fire();
      return deeds.contexts.splice(0);
    };
    const subscription = keepConversationsContext(history, filter);
    const [has, asked] = [hasConversationsContext, statusAskedContext];
    assert.deepEqual(deeds.contexts.splice(0), [`${has} false`, `${asked} false`, `${filteredContext} false`]);
    assert.deepEqual(changesOf([conversation('a')]), [`${has} true`]);
    assert.deepEqual(changesOf([conversation('a', { runtimeStatus: 'READY' })]), [`${asked} true`]);
    assert.deepEqual(changesOf([]), [`${has} false`, `${asked} false`]);
    filter.choose(['running']);
    assert.deepEqual(deeds.contexts.splice(0), [`${filteredContext} true`]);
    subscription.dispose();
    filter.choose([]);
    assert.deepEqual(changesOf([conversation('a')]), []);
  });
});
