import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Conversation } from '../../src/conversations/conversation';
import { runStartCommand } from '../../src/start/vscode/startCommands';
import { drops, loginPage, neverAnswers, redirects, refusesBody, type Fault } from '../service/faults';
import { openHistory } from '../support/histories';
import { StartBench } from '../support/startBench';
import { answering, answerOf, StageServer } from '../unit/outcomes/stageServer';
import { removeFolder } from '../support/removeFolder';
import type { History } from '../../src/conversations/history';

const started = answerOf(200, JSON.stringify({ status: 'ok', conversation_id: 'c1', conversation_status: 'STARTING' }));

function set(name: string, value: unknown): Thenable<void> {
  return vscode.workspace.getConfiguration('agentConversations').update(name, value, vscode.ConfigurationTarget.Global);
}

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
      await set('serviceUrl', `http://${server.host}`);
      await bench.keys.set(`http://${server.host}`, 'a-key');
      assert.equal((await start())?.conversation_id, 'c1');
    } finally {
      await server.close();
    }
    assert.equal(onDisk.length, 1);
    assert.match(onDisk[0]!, /"initial_user_msg":"Fix it".*"outcome":"sending"/);
  });

  it("isn't sent when the history can't be written, and sent when it can be again", async () => {
    await writeFile(inHistory(), 'no folder');
    await assert.rejects(
      start(),
      /^ExplainedError: Nothing was sent because the history couldn't be saved \(ENOTDIR\)/,
    );
    assert.deepEqual(bench.service.requests, []);
    await rm(inHistory());
    assert.ok(await start());
  });

  const ends: readonly (readonly [Fault, Conversation['outcome'], RegExp])[] = [
    [refusesBody(), 'notStarted', /too large/],
    [redirects('https://elsewhere.example/', 307), 'notStarted', /redirects to/],
    [drops('beforeBody'), 'mayHaveStarted', /may have started/],
    [drops('afterBody', { reset: true }), 'mayHaveStarted', /may have started/],
    [drops('midHeaders'), 'mayHaveStarted', /may have started/],
    [drops('midBody'), 'mayHaveStarted', /may have started/],
    [loginPage(), 'mayHaveStarted', /may have started/],
    [neverAnswers({ performs: true }), 'mayHaveStarted', /may have started/],
  ];
  for (const [fault, outcome, sentence] of ends) {
    it(`ends as ${outcome} when the service ${fault.name}, and the history says why`, async () => {
      if (fault.name === 'never answers') await set('requestTimeoutSeconds', 1);
      try {
        bench.service.misbehave('startConversation', fault);
        await assert.rejects(start(), sentence);
      } finally {
        await set('requestTimeoutSeconds', undefined);
      }
      const [row] = await history.load();
      assert.equal(row?.outcome, outcome);
      assert.match(row.problem ?? '', sentence);
      assert.equal(bench.service.requests.length, 1, 'it is not sent again');
    });
  }
});
