import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Conversation } from '../../src/conversations/conversation';
import { ConversationFilter, type ConversationNode, showOlderRow } from '../../src/conversations/conversationList';
import {
  ConversationsTree,
  type ConversationsViewPorts,
  keepConversationsContext,
  keepConversationsShown,
} from '../../src/conversations/vscode/conversationsTree';
import { showOlder, stopFollowing, type ConversationPorts } from '../../src/conversations/vscode/conversationActions';
import { keepStatusCurrent } from '../../src/conversations/vscode/statusBar';
import { Emitter } from '../../src/base/event';
import { filteredContext, hasConversationsContext, statusAskedContext } from '../../src/names';
import type { History } from '../../src/conversations/history';
import { DrivenWindow } from '../support/drivenWindow';
import { conversation, workspace } from '../support/histories';
import { RecordedActions } from '../support/recordedActions';
import { RecordingLog } from '../support/recordingLog';
import { replaced } from '../support/replaced';

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
  let agreed: readonly string[];

  beforeEach(() => {
    conversations = [];
    agreed = [];
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
    const services = { has: (origin: string) => Promise.resolve(agreed.includes(origin)), onDidChange: followed.event };
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
    const more = { conversationId: 'c', workspace: 'here', request: { repository: 'a/b' } };
    conversations = [started('two', more), started('one')];
    const nodes = await read();
    agreed = ['http://localhost:3000'];
    followed.fire();
    assert.deepEqual(events, [nodes]);
    const { contextValue, description } = await tree.getTreeItem(nodes[0]!);
    assert.match(contextValue ?? '', / followed$/);
    assert.doesNotMatch(description as string, /a\/b/, 'it is one of this workspace');
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
    const { tooltip } = await tree.resolveTreeItem(new vscode.TreeItem(''), two!);
    assert.match((tooltip as vscode.MarkdownString).value, /Status.*Running/);
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
    assert.equal((await tree.getTreeItem(one!)).id, 'one', 'VS Code may still ask for it');
  });

  it('ends with the row that reads older ones, while there are any', async () => {
    conversations = [started('two'), started('one')];
    assert.deepEqual(await tree.getChildren(), conversations);
    completeSince = 1;
    assert.deepEqual(await tree.getChildren(), [...conversations, showOlderRow]);
    const { label, command, iconPath } = await tree.getTreeItem(showOlderRow);
    assert.deepEqual([label, command?.command], ['Show Older', 'agentConversations.showOlder']);
    assert.equal((iconPath as vscode.ThemeIcon).id, 'history');
    let reads = 0;
    await showOlder({ history: { loadOlder: () => Promise.resolve(reads++) } } as unknown as ConversationPorts);
    assert.equal(reads, 1);
    assert.deepEqual(await tree.getChildren(showOlderRow), []);
    completeSince = 0;
    tree.refresh();
    assert.deepEqual(events, ['all'], 'none was older');
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
    using actions = new RecordedActions();
    const changed = new Emitter<void>();
    const filter = new ConversationFilter(() => undefined);
    const history = { conversations: [] as readonly Conversation[], onDidChange: changed.event };
    const changesOf = (conversations: readonly Conversation[]) => {
      history.conversations = conversations;
      changed.fire();
      return actions.contexts.splice(0);
    };
    const subscription = keepConversationsContext(history, filter);
    const [has, asked] = [hasConversationsContext, statusAskedContext];
    assert.deepEqual(actions.contexts.splice(0), [`${has} false`, `${asked} false`, `${filteredContext} false`]);
    assert.deepEqual(changesOf([conversation('a')]), [`${has} true`]);
    assert.deepEqual(changesOf([conversation('a', { runtimeStatus: 'READY' })]), [`${asked} true`]);
    assert.deepEqual(changesOf([]), [`${has} false`, `${asked} false`]);
    filter.choose(['running']);
    assert.deepEqual(actions.contexts.splice(0), [`${filteredContext} true`]);
    subscription.dispose();
    filter.choose([]);
    assert.deepEqual(changesOf([conversation('a')]), []);
  });
});

/** Takes the place of the timers that run every minute, until it is disposed of. */
function minutes() {
  const runs = new Set<() => void>();
  const timers = replaced(globalThis, {
    setInterval: (run: () => void) => (runs.add(run), run),
    clearInterval: (run: () => void) => runs.delete(run),
  });
  return { pass: () => runs.forEach((run) => run()), [Symbol.dispose]: () => timers.dispose() };
}

describe('The view of the conversations', () => {
  it('says which service it starts on, what it is filtered by and what is wrong, and follows what changes', async () => {
    const [visible, changed, moved] = [new Emitter<{ visible: boolean }>(), new Emitter<void>(), new Emitter<void>()];
    const view = { visible: true, onDidChangeVisibility: visible.event, message: '', description: '' };
    const done: string[] = [];
    const tree = { refresh: () => done.push('filled'), keepAgesCurrent: (isShown: boolean) => done.push(`${isShown}`) };
    const history = { conversations: [conversation('a')], troubles: [] as object[], onDidChange: changed.event };
    const configuration = { serviceHost: 'one', onDidChangeServiceUrl: moved.event };
    const filter = new ConversationFilter(() => 'nowhere');
    const ports = { history, filter, configuration, log: new RecordingLog() } as unknown as ConversationsViewPorts;
    const shown = keepConversationsShown(view as never, tree as unknown as ConversationsTree, ports);
    const next = () => new Promise(setImmediate);
    assert.deepEqual([view.description, view.message, done.splice(0)], ['one', '', ['true']]);
    filter.choose(['thisWorkspace', 'running']);
    await next();
    assert.equal(view.description, 'one · This workspace · Running');
    assert.equal(view.message, 'No conversation matches the filter.');
    filter.choose([]);
    assert.deepEqual([view.description, view.message], ['one', '']);
    assert.deepEqual(done, [], 'the tree shows other rows by itself');
    configuration.serviceHost = 'two';
    moved.fire();
    assert.equal(view.description, 'two');
    history.troubles = [{ kind: 'unreadable', file: '/disk', code: 'EACCES' }];
    changed.fire();
    await next();
    assert.match(view.message, /can't be read \(EACCES\)/);
    visible.fire({ visible: false });
    assert.deepEqual(done.splice(0), ['filled', 'false']);
    shown.dispose();
    for (const event of [changed, moved]) event.fire();
    visible.fire({ visible: true });
    assert.deepEqual([view.description, done], ['two', []]);
  });

  it('draws its rows when it is seen again, and each minute while it is, for their ages', async () => {
    using time = minutes();
    let conversations: readonly Conversation[] = [];
    const history = {
      completeSince: 0,
      get conversations() {
        return conversations;
      },
      get: () => conversations[0],
      load: () => {
        conversations = [started('one')];
        return Promise.reject(new Error('EACCES'));
      },
    };
    const services = { has: () => Promise.resolve(false), onDidChange: new Emitter<void>().event };
    const tree = new ConversationsTree(history, services, { id: 'here' }, new ConversationFilter(() => 'here'));
    let drawn = 0;
    tree.onDidChangeTreeData(() => drawn++);
    assert.equal((await tree.getChildren()).length, 1, 'the first answer has what was saved');
    tree.keepAgesCurrent(true);
    assert.equal(drawn, 1);
    time.pass();
    assert.equal(drawn, 2);
    for (const end of [() => tree.keepAgesCurrent(false), () => tree.dispose()]) {
      tree.keepAgesCurrent(true);
      end();
      time.pass();
    }
    assert.equal(drawn, 4);
  });
});

describe('Stop Following', () => {
  it('asks which service is meant if there are several', async () => {
    using window = new DrivenWindow();
    const removed: string[] = [];
    const followed = {
      agreed: () => Promise.resolve(['http://one', 'http://two']),
      remove: (origin: string) => Promise.resolve(removed.push(origin)),
    };
    const history = { get: () => started('a', { baseUrl: 'http://one/' }) };
    const ports = { history, followed } as unknown as ConversationPorts;
    for (const row of ['http://two', undefined]) {
      const shown = window.next();
      const stopping = stopFollowing(ports);
      const pick = await shown;
      if (row === undefined) pick.escape();
      else pick.choose(row);
      await stopping;
    }
    assert.deepEqual(removed, ['http://two']);
    await stopFollowing(ports, { id: 'a' });
    assert.deepEqual(removed, ['http://two', 'http://one'], 'that of the row');
  });
});

describe('The item in the status bar', () => {
  it('follows what is known and its age until the window closes, and reads the history', async () => {
    using time = minutes();
    const [changed, log] = [new Emitter<void>(), new RecordingLog()];
    const history = {
      conversations: [] as readonly Conversation[],
      onDidChange: changed.event,
      load: () => Promise.reject(new Error('EACCES')),
    };
    const item = { text: '', tooltip: '' } as unknown as vscode.StatusBarItem;
    const show = async (...conversations: readonly Conversation[]) => {
      history.conversations = conversations;
      changed.fire();
      await new Promise(setImmediate);
      return item.text;
    };
    const following = keepStatusCurrent(item, history as unknown as History, { id: workspace }, log);
    assert.equal(item.text, '$(comment-discussion) Agent');
    assert.match(await show(conversation('a', { sentAt: Date.now() })), /Started/);
    assert.match(log.lines.join(), /Saved conversations couldn't be read.*EACCES/);
    item.text = '';
    time.pass();
    await new Promise(setImmediate);
    assert.match(item.text, /Started/, 'each minute');
    // The words of the first one load while there is none any more.
    history.conversations = [conversation('b')];
    changed.fire();
    assert.equal(await show(), '$(comment-discussion) Agent');
    following.dispose();
    time.pass();
    assert.equal(await show(conversation('c')), '$(comment-discussion) Agent');
  });
});
