import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Conversation, ConversationChange } from '../../src/conversations/common/conversation';
import type { FollowedServices } from '../../src/conversations/common/followedServices';
import type { History } from '../../src/conversations/common/history';
import { showConversation } from '../../src/conversations/vscode/conversationActions';
import { RecordedDeeds } from '../support/errors/recordedDeeds';

const conversation: Conversation = {
  id: 'one',
  baseUrl: 'http://agents.example.com',
  request: { initial_user_msg: 'Fix it' },
  outcome: 'mayHaveStarted',
  sentAt: 1,
  deadline: 2,
  problem: 'The connection broke.',
};

describe('The menu of the status bar', () => {
  const { showQuickPick } = vscode.window;
  let isFollowed: boolean;
  /** What the user has looked at. */
  let changed: string[];
  let shown: readonly vscode.QuickPickItem[];

  beforeEach(() => {
    isFollowed = false;
    changed = [];
  });
  afterEach(() => (vscode.window.showQuickPick = showQuickPick));

  /** Opens it on a conversation, and takes what Enter takes. */
  async function open(latest: Conversation): Promise<readonly string[]> {
    const takeFirst = (items: readonly vscode.QuickPickItem[]) => Promise.resolve((shown = items)[0]);
    vscode.window.showQuickPick = takeFirst as unknown as typeof showQuickPick;
    const deeds = new RecordedDeeds();
    try {
      const history = {
        load: () => Promise.resolve([latest]),
        get: () => undefined,
        changed: (id: string, { lookedAt = 0 }: ConversationChange) => {
          if (lookedAt > 5) changed.push(id);
          return Promise.resolve();
        },
      } as unknown as History;
      const followed = { asks: () => Promise.resolve(isFollowed) } as unknown as FollowedServices;
      const configuration = { conversationUrlTemplate: '{base_url}/c/{conversation_id}' };
      await showConversation({ history, workspace: { id: undefined }, configuration, followed });
      return deeds.done;
    } finally {
      deeds.dispose();
    }
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

  it('offers to start again first after a rejected start, and says why', async () => {
    await open({ ...conversation, outcome: 'notStarted' });
    assert.deepEqual(labels()[0], 'Start Again...');
    assert.equal(shown[0]?.detail, conversation.problem);
  });

  it('asks for the status of what has started', async () => {
    await open({ ...conversation, outcome: 'started', conversationId: 'mine' });
    const always = ['Open in Browser', 'Refresh Status'];
    assert.deepEqual(labels().slice(0, 4), [...always, 'Follow Status', 'Copy Conversation ID']);
    isFollowed = true;
    await open({ ...conversation, outcome: 'started', conversationId: 'mine' });
    assert.deepEqual(labels().slice(0, 4), [...always, 'Stop Following', 'Copy Conversation ID']);
  });

  const ended = { outcome: 'started', conversationId: 'mine', status: 'STOPPED', endedAt: 5 } as const;
  for (const [what, state, changes] of [
    ['of one that has ended since', ended, ['one']],
    ['of one that had ended', { ...ended, lookedAt: 5 }, []],
    ['of one that runs', { ...ended, status: 'RUNNING' }, []],
    ['of one that was pushed for since', { ...ended, lookedAt: 5, newsAt: 6 }, ['one']],
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

  it('leads to the conversation that was already running', async () => {
    await open({ ...conversation, outcome: 'notStarted', conversationId: 'mine' });
    assert.deepEqual(labels().slice(0, 3), ['Open in Browser', 'Copy Conversation ID', 'Start Again...']);
  });
});
