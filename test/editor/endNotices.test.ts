import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { EndNotices } from '../../src/conversations/vscode/endNotices';
import { StartBench } from '../support/startBench';

describe('Of two ends with the same words', () => {
  let bench: StartBench;

  afterEach(() => bench.dispose());

  it('the one whose notification VS Code closes for the other one has not been looked at', async () => {
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
