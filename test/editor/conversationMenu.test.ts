import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Conversation, ConversationChange } from '../../src/conversations/conversation';
import type { FollowedServices } from '../../src/conversations/vscode/followedServices';
import { showConversation } from '../../src/conversations/vscode/conversationActions';
import { MemoryState } from '../support/memoryState';
import { RecordedActions } from '../support/recordedActions';
import type { History } from '../../src/conversations/history';
import { extensionId } from '../../src/names';
import { AnsweredLists } from '../support/answers';

const conversation: Conversation = {
  id: 'one',
  baseUrl: 'http://agents.example.com',
  request: { initial_user_msg: 'Fix it' },
  outcome: 'mayHaveStarted',
  sentAt: 1,
  deadline: 2,
  problem: 'The connection broke.',
};

interface Manifest {
  readonly contributes: {
    readonly menus: Readonly<Record<string, readonly { readonly command: string; readonly when: string }[]>>;
    readonly commands: readonly { readonly command: string; readonly title: string }[];
  };
}

describe('The menu of the status bar', () => {
  let isFollowed: boolean;
  let changed: string[];
  let shown: readonly vscode.QuickPickItem[];

  beforeEach(() => {
    isFollowed = false;
    changed = [];
  });

  /** Opens it on a conversation, and takes what Enter takes. */
  async function open(latest: Conversation): Promise<readonly string[]> {
    using _ = new AnsweredLists((items) => (shown = items)[0]);
    using actions = new RecordedActions();
    const history = {
      load: () => Promise.resolve([latest]),
      get: () => undefined,
      change: (id: string, { lookedAt = 0 }: ConversationChange) => {
        if (lookedAt > 5) changed.push(id);
        return Promise.resolve();
      },
    } as unknown as History;
    const followed = { has: () => Promise.resolve(isFollowed) } as unknown as FollowedServices;
    const configuration = { conversationUrlTemplate: '{base_url}/c/{conversation_id}' };
    const state = new MemoryState();
    await showConversation({ history, workspace: { id: undefined }, configuration, followed, state });
    return actions.done;
  }

  const labels = () => shown.map(({ label }) => label.replace(/^\$\([a-z-]+\) /, ''));

  for (const [title, latest] of [
    ['whose connection broke', conversation],
    ['whose window is gone', { ...conversation, outcome: 'sending', problem: undefined } as unknown as Conversation],
  ] as const) {
    it(`leads to the service first after a start ${title}, because it may be running`, async () => {
      const done = await open(latest);
      assert.deepEqual(labels().slice(0, 2), ['Open Service in Browser', 'Start Again...']);
      assert.deepEqual(done, ['http://agents.example.com/']);
      assert.deepEqual(
        shown.flatMap(({ detail }) => detail ?? []),
        latest.problem === undefined ? [] : [latest.problem],
      );
    });
  }

  it('leads to the outcome first, where it can be asked for, and to all of the rest', async () => {
    for (const [more, first] of [
      [{ proposedId: 'p' }, ['Refresh Status', 'Open Service in Browser']],
      [{}, ['Open Service in Browser']],
    ] as const) {
      await open({ ...conversation, request: { repository: 'a/b' }, ...more });
      assert.deepEqual(labels().slice(0, -3), [...first, 'Start Again...', 'Review What Was Pushed...']);
      assert.equal(shown[0]?.detail, conversation.problem);
    }
  });

  it('offers to start again first after a rejected start, and says why', async () => {
    await open({ ...conversation, outcome: 'notStarted' });
    assert.deepEqual(labels()[0], 'Start Again...');
    assert.equal(shown[0]?.detail, conversation.problem);
  });

  it('asks for the status of what has started', async () => {
    await open({ ...conversation, outcome: 'started', conversationId: 'mine' });
    const always = ['Open in Browser', 'Refresh Status'];
    assert.deepEqual(labels().slice(0, 5), [
      ...always,
      'Follow Status',
      'Copy Conversation Link',
      'Copy Conversation ID',
    ]);
    isFollowed = true;
    await open({ ...conversation, outcome: 'started', conversationId: 'mine' });
    assert.deepEqual(labels().slice(0, 5), [
      ...always,
      'Stop Following',
      'Copy Conversation Link',
      'Copy Conversation ID',
    ]);
  });

  it('has all that the menu of a row has, but for removing it', async () => {
    const { menus, commands } = (vscode.extensions.getExtension(extensionId)?.packageJSON as Manifest).contributes;
    const ofRows = (menus['view/item/context'] ?? []).filter(({ when }) =>
      when.includes('== agentConversations.conversations'),
    );
    const titles = ofRows.map(({ command }) => commands.find((one) => one.command === command)?.title ?? '');
    const about: Conversation = {
      ...conversation,
      outcome: 'started',
      conversationId: 'mine',
      api: 'agent',
      request: { repository: 'a/b' },
      status: 'WAITING_FOR_CONFIRMATION',
    };
    await open(about);
    const offered = labels();
    isFollowed = true;
    await open(about);
    const all = [...offered, ...labels(), 'Open Conversation in Browser', 'Remove Conversation from List'];
    assert.deepEqual(
      titles.filter((title) => !all.includes(title)),
      [],
    );
  });

  const ended = { outcome: 'started', conversationId: 'mine', status: 'STOPPED', endedAt: 5 } as const;
  for (const [what, state, changes] of [
    ['of one that has ended since', ended, ['one']],
    ['of one that had ended', { ...ended, lookedAt: 5 }, []],
    ['of one that runs', { ...ended, status: 'RUNNING' }, []],
  ] as const)
    it(`is a look at the conversation: ${what}`, async () => {
      await open({ ...conversation, ...state });
      assert.deepEqual(changed, changes);
    });

  it('leads to what was pushed once a fetch has brought it', async () => {
    const started = { ...conversation, outcome: 'started', conversationId: 'mine', problem: undefined } as const;
    const about = { ...started, request: { repository: 'a/b' } } as unknown as Conversation;
    await open(about);
    assert.deepEqual(labels().slice(0, 2), ['Open in Browser', 'Review What Was Pushed...']);
    await open({ ...about, pushed: 'agent/fix 0123456789' });
    assert.deepEqual(labels().slice(0, 2), ['Review What Was Pushed...', 'Open in Browser']);
    await open(started as unknown as Conversation);
    assert.ok(!labels().includes('Review What Was Pushed...'));
  });

  it('leads to what the agent said once it has ended or waits, where that can be read', async () => {
    const prepared = {
      ...conversation,
      outcome: 'started',
      conversationId: 'mine',
      taskId: 'task',
      api: 'v1',
    } as const;
    for (const [state, place] of [
      [{ status: 'RUNNING' }, 1],
      [{ status: 'FINISHED', endedAt: 5 }, 0],
      [{ status: 'WAITING_FOR_CONFIRMATION' }, 0],
      [{ status: 'FINISHED', endedAt: 5, unknownAt: 6 }, 1],
      [{ status: 'FINISHED', endedAt: 5, api: 'v0' }, -1],
    ] as const) {
      await open({ ...prepared, ...state });
      assert.equal(labels().indexOf('Show Last Answer'), place, JSON.stringify(state));
    }
  });

  it('leads to the conversation that was already running', async () => {
    await open({ ...conversation, outcome: 'notStarted', conversationId: 'mine' });
    assert.deepEqual(labels().slice(0, 4), [
      'Open in Browser',
      'Copy Conversation Link',
      'Copy Conversation ID',
      'Start Again...',
    ]);
  });
});
