import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runStartCommand } from '../../src/start/vscode/startCommands';
import { openHistory } from '../support/histories';
import { setServiceUrl } from '../support/setSetting';
import { StartBench } from '../support/startBench';
import { answering, answerOf, StageServer } from '../unit/outcomes/stageServer';
import { removeFolder } from '../support/removeFolder';
import type { History } from '../../src/conversations/history';

const started = answerOf(200, JSON.stringify({ status: 'ok', conversation_id: 'c1', conversation_status: 'STARTING' }));

describe('Nothing lost: a start', () => {
  let bench: StartBench;
  let folder: string;
  let history: History;
  const inHistory = (name = '') => path.join(folder, 'conversations', name);
  const start = () => runStartCommand({ initial_user_msg: 'Fix it' }, { ...bench.ports, history });

  beforeEach(async () => {
    bench = await StartBench.open();
    folder = await mkdtemp(path.join(tmpdir(), 'outcomes-'));
    history = openHistory(folder, bench.log);
  });

  afterEach(async () => {
    history.dispose();
    await bench.dispose();
    await removeFolder(folder);
  });

  it('is on disk as "sending" when the connection for it is made', async () => {
    const onDisk: string[] = [];
    const server = await StageServer.start((socket, reached) => {
      onDisk.push(...readdirSync(inHistory()).map((name) => readFileSync(inHistory(name), 'utf8')));
      answering(started)(socket, reached);
    });
    try {
      await setServiceUrl(`http://${server.host}`);
      await bench.keys.set(`http://${server.host}`, 'a-key');
      assert.equal((await start())?.conversation_id, 'c1');
    } finally {
      await server.close();
    }
    assert.equal(onDisk.length, 1);
    assert.match(onDisk[0]!, /"initial_user_msg":"Fix it".*"outcome":"sending"/);
  });
});
