import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { announceEnds } from '../../src/conversations/vscode/statusFollower';
import { StartBench } from '../support/startBench';

describe('Of two ends with the same words', () => {
  it('the one whose notification VS Code closes for the other one has not been looked at', async () => {
    const bench = await StartBench.open();
    const { history } = bench;
    const sent = { baseUrl: bench.origin, request: { initial_user_msg: 'Fix it' }, sentAt: 1, deadline: 1 };
    const ended = { ...sent, outcome: 'started', status: 'FINISHED', endedAt: 2 } as const;
    const ids = ['one', 'two'];
    const ends = ids.map((id) => ({ conversation: { ...ended, id, conversationId: id }, isFirst: false }));
    for (const { conversation } of ends) await history.add(conversation);
    const [first, second] = announceEnds(ends, history);
    const lookedAt = () => ids.map((id) => history.get(id)?.lookedAt);
    await first;
    assert.deepEqual(lookedAt(), [undefined, undefined]);
    await vscode.commands.executeCommand('notifications.clearAll');
    await second;
    assert.deepEqual(lookedAt(), [undefined, 2]);
    await bench.dispose();
  });
});
