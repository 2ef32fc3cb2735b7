import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Conversation, ConversationChange } from '../../src/conversations/conversation';
import { EndNotices } from '../../src/conversations/vscode/endNotices';
import { RecordedMessages } from '../support/recordedMessages';
import { someConversation } from '../support/someConversation';
import { StartBench } from '../support/startBench';

describe('Ends that are heard of together', () => {
  const ended = { status: 'FINISHED', endedAt: 2 } as const;

  it('are one notification if they are many, whether they are first answers or not', async () => {
    const seen: unknown[] = [];
    const history = {
      change: (_: string, { lookedAt }: ConversationChange) => Promise.resolve(void seen.push(lookedAt)),
    };
    const ends = Array.from({ length: 120 }, (_, at) => {
      const conversation = { id: `c${at}`, conversationId: `c${at}`, request: { initial_user_msg: `Task ${at}` } };
      return { conversation: someConversation({ ...ended, ...conversation }), isFirst: at % 40 === 0 };
    });
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
    await using bench = await StartBench.open();
    const { history } = bench;
    const [one, two] = ['Fix it', 'Fix  it'].map((initial_user_msg, at) =>
      someConversation({ ...ended, id: ['one', 'two'][at]!, request: { initial_user_msg } }),
    ) as [Conversation, Conversation];
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
