import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runStartCommand } from '../../src/start/vscode/commands';
import { setServiceUrl } from '../support/setSetting';
import { StartBench } from '../support/startBench';
import { answering, answerOf, StageServer } from '../unit/outcomes/stageServer';

const started = answerOf(200, JSON.stringify({ status: 'ok', conversation_id: 'c1', conversation_status: 'STARTING' }));

describe('Nothing lost: a start', () => {
  it('is on disk as "sending" when the connection for it is made', async () => {
    await using bench = await StartBench.open();
    const history = path.join(path.dirname(bench.draftFolder), 'conversations');
    const onDisk: string[] = [];
    const server = await StageServer.start((socket, reached) => {
      onDisk.push(...readdirSync(history).map((name) => readFileSync(path.join(history, name), 'utf8')));
      answering(started)(socket, reached);
    });
    try {
      await setServiceUrl(`http://${server.host}`);
      await bench.keys.set(`http://${server.host}`, 'a-key');
      const response = await runStartCommand({ initial_user_msg: 'Fix it' }, bench.ports);
      assert.equal(response?.conversation_id, 'c1');
    } finally {
      await server.close();
    }
    assert.equal(onDisk.length, 1);
    assert.match(onDisk[0]!, /"initial_user_msg":"Fix it".*"outcome":"sending"/);
  });
});
