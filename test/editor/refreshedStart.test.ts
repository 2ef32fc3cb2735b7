import assert from 'node:assert/strict';
import { refreshStatus } from '../../src/conversations/vscode/refreshStatus';
import { answers, drops } from '../service/faults';
import { eventually } from '../support/eventually';
import { RecordedMessages } from '../support/recordedMessages';
import { SkippingClock } from '../support/skippingClock';
import { StartBench } from '../support/startBench';

describe('Refreshing the status of a start whose answer was lost', () => {
  let bench: StartBench;
  let messages: RecordedMessages;
  const row = () => bench.history.conversations[0] ?? assert.fail('nothing was started');

  beforeEach(async () => {
    bench = await StartBench.open({ api: 'v1', clock: new SkippingClock() });
    messages = new RecordedMessages();
    bench.service.startTasks.goThrough('WORKING');
    bench.service.misbehave('startConversation', drops('afterPerforming'));
    bench.service.misbehave('conversation', answers(503, ''), { times: 5 });
    await assert.rejects(bench.receive({ initial_user_msg: 'Fix it' }));
  });

  afterEach(async () => {
    messages.dispose();
    await bench.dispose();
  });

  it('is waited for once the service says that it is being prepared', async () => {
    assert.equal(row().outcome, 'mayHaveStarted');
    bench.service.behave();
    await refreshStatus(bench.ports, { id: row().id });
    assert.equal(row().outcome, 'preparing');
    const [task] = bench.service.startTasks.all;
    bench.service.startTasks.move(task?.id ?? '', 'READY');
    await eventually('its outcome', () => row().outcome === 'started', bench.history.onDidChange);
    assert.equal(bench.posts.length, 1);
  });
});
