import assert from 'node:assert/strict';
import { startAgain } from '../../src/start/vscode/startCommands';
import { draftOnSheet } from '../support/keptDrafts';
import { StartBench } from '../support/startBench';
import { WatchedSlot } from '../support/watchedSlot';

describe('Starting again', () => {
  let bench: StartBench;

  before(async () => (bench = await StartBench.open()));
  after(() => bench.dispose());

  it('brings back all of a request of which lists show the beginning', async () => {
    const request = {
      initial_user_msg: 'Fix the tests\n'.repeat(2000),
      repository: 'octocat/Hello-World',
      conversation_instructions: 'Be brief. '.repeat(200),
    };
    const conversation = {
      id: 'long',
      baseUrl: bench.origin,
      request,
      outcome: 'started',
      sentAt: 1,
      deadline: 2,
    } as const;
    await bench.history.add(conversation);
    assert.equal(bench.history.get('long')?.request.initial_user_msg, 'Fix the tests');
    const openSheet = new WatchedSlot();
    const done = startAgain({ ...bench.ports, openSheet }, { id: 'long' });
    await openSheet.filled;
    const { body, fields, notKept } = await draftOnSheet(bench.drafts);
    openSheet.dispose();
    await done;
    assert.equal(body, request.initial_user_msg);
    assert.equal(fields.conversation_instructions, request.conversation_instructions);
    assert.deepEqual([fields.repository, notKept], [request.repository, undefined]);
  });
});
