import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ConversationChange } from '../../src/conversations/conversation';
import { EndNotices } from '../../src/conversations/vscode/endNotices';
import { RecordedMessages } from '../support/recordedMessages';
import { StartBench } from '../support/startBench';

describe('Ends that are heard of together', () => {
  let bench: StartBench;

  afterEach(() => bench.dispose());

  it('are one notification if they are many, whether they are first answers or not', async () => {
    bench = await StartBench.open();
    const { origin: baseUrl } = bench;
    const seen: unknown[] = [];
    const history = {
      change: (_: string, { lookedAt }: ConversationChange) => Promise.resolve(void seen.push(lookedAt)),
    };
    const ends = Array.from({ length: 120 }, (_, at) => ({
      conversation: {
        baseUrl,
        sentAt: 1,
        deadline: 1,
        outcome: 'started' as const,
        status: 'FINISHED',
        endedAt: 2,
        id: `c${at}`,
        conversationId: `c${at}`,
        request: { initial_user_msg: `Task ${at}` },
      },
      isFirst: at % 40 === 0,
    }));
    using messages = new RecordedMessages(undefined);
    const notices = new EndNotices(history);
    const shown = async (...some: typeof ends) => {
      messages.said.length = 0;
      await Promise.all(notices.show(some));
      return messages.said.map((words) => /[^"\\]*(?: conversations| \d+)(?=[\\ ])/.exec(words)?.[0]);
    };
    await Promise.all([...notices.show(ends), ...notices.show(ends)]);
    assert.match(messages.said.join(), /"120 conversations have ended or are waiting for you\./);
    assert.deepEqual(seen, Array(120).fill(2), 'VS Code has closed the first for the second');
    assert.deepEqual(await shown(...ends.slice(1, 4)), ['Task 1', 'Task 2', 'Task 3']);
    assert.deepEqual(await shown(...ends.slice(1, 5)), ['4 conversations']);
    assert.deepEqual(await shown(ends[0]!), ['Task 0'], 'a single first answer');
    assert.deepEqual(await shown(ends[0]!, ends[40]!, ends[1]!), ['2 conversations', 'Task 1']);
    const gone = { ...ends[1]!.conversation, api: 'v1', unknownAt: 3 } as const;
    await shown({ conversation: gone, isFirst: false });
    assert.match(messages.said.join(), /no longer knows .*,"Open in Browser"\]$/);
    assert.doesNotMatch(messages.said.join(), /Show Last Answer/);
  });

  it('with the same words: the one whose notification VS Code closes for the other one has not been looked at', async () => {
    bench = await StartBench.open();
    const { history, origin: baseUrl } = bench;
    const ended = { baseUrl, sentAt: 1, deadline: 1, outcome: 'started', status: 'FINISHED', endedAt: 2 } as const;
    const one = { ...ended, id: 'one', conversationId: 'one', request: { initial_user_msg: 'Fix it' } };
    const two = { ...ended, id: 'two', conversationId: 'two', request: { initial_user_msg: 'Fix  it' } };
    for (const conversation of [one, two]) await history.add(conversation);
    const ends = [one, two].map((conversation) => ({ conversation, isFirst: false }));
    const [first, second] = new EndNotices(history).show(ends);
    const lookedAt = () => [history.get('one')?.lookedAt, history.get('two')?.lookedAt];
    await first;
    assert.deepEqual(lookedAt(), [undefined, undefined]);
    await vscode.commands.executeCommand('notifications.clearAll');
    await second;
    assert.deepEqual(lookedAt(), [undefined, 2]);
  });
});
