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
import { someConversation } from '../support/someConversation';

const conversation = someConversation({
  id: 'one',
  baseUrl: 'http://agents.example.com',
  request: { initial_user_msg: 'Fix it' },
  outcome: 'mayHaveStarted',
  problem: 'The connection broke.',
});

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

  /** Each row, with what went wrong, without the last three, which are about no conversation. */
  const labels = () =>
    shown.slice(0, -3).map(({ label, detail }) => [label, ...(detail === undefined ? [] : [detail])].join(': '));

  const inRepository = { request: { repository: 'a/b' } };
  const started = { outcome: 'started', conversationId: 'mine', problem: undefined } as const;
  const copies = ['Copy Conversation Link', 'Copy Conversation ID'];
  const [again, service, review] = ['Start Again...', 'Open Service in Browser', 'Review What Was Pushed...'];
  // prettier-ignore
  const rows: readonly (readonly [title: string, state: object, labels: readonly string[]])[] = [
    ['the service after a start whose connection broke, because it may be running', {}, [`${service}: The connection broke.`, again]],
    ['the service after a start whose window is gone', { outcome: 'sending', problem: undefined }, [service, again]],
    ['the outcome, where it can be asked for', { ...inRepository, proposedId: 'p' }, ['Refresh Status: The connection broke.', service, again, review]],
    ['the service, where the outcome cannot be asked for', inRepository, [`${service}: The connection broke.`, again, review]],
    ['another start after a rejected one', { outcome: 'notStarted' }, [`${again}: The connection broke.`]],
    ['the conversation that was already running', { outcome: 'notStarted', conversationId: 'mine' }, ['Open in Browser', ...copies, `${again}: The connection broke.`]],
    ['the page of what has started', started, ['Open in Browser', 'Refresh Status', 'Follow Status', ...copies, again]],
    ['the page of what may push', { ...started, ...inRepository }, ['Open in Browser', review, 'Refresh Status', 'Follow Status', ...copies, again]],
    ['what was pushed once a fetch has brought it', { ...started, ...inRepository, pushed: 'agent/fix 0123456789' }, [review, 'Open in Browser', 'Refresh Status', 'Follow Status', ...copies, again]],
  ];
  for (const [title, state, expected] of rows)
    it(`leads to ${title}`, async () => {
      await open({ ...conversation, ...(state as Partial<Conversation>) });
      assert.deepEqual(labels(), expected);
    });

  it('opens the service at Enter if that may have a conversation', async () =>
    assert.deepEqual(await open(conversation), ['http://agents.example.com/']));

  it('ends what is followed', async () => {
    isFollowed = true;
    await open({ ...conversation, ...started } as unknown as Conversation);
    assert.equal(labels()[2], 'Stop Following');
  });

  it('has all that the menu of a row has, but for removing it', async () => {
    const { menus, commands } = (vscode.extensions.getExtension(extensionId)?.packageJSON as Manifest).contributes;
    const ofRows = (menus['view/item/context'] ?? []).filter(({ when }) =>
      when.includes('== agentConversations.conversations'),
    );
    const titles = ofRows.map(({ command }) => commands.find((one) => one.command === command)?.title ?? '');
    const waits = { api: 'agent', status: 'WAITING_FOR_CONFIRMATION' } as const;
    const about = { ...conversation, ...started, ...inRepository, ...waits } as unknown as Conversation;
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

  it('leads to what the agent said once it has ended or waits, where that can be read', async () => {
    const prepared = { ...conversation, ...started, taskId: 'task', api: 'v1' } as unknown as Conversation;
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
});
