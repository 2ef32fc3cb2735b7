import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Client } from '../../src/client/client';
import type { Connection } from '../../src/service/serviceConnection';
import { ServiceError } from '../../src/client/serviceError';
import { PreparationError } from '../../src/conversations/preparation';
import type { KnownSettings } from '../../src/service/settingsState';
import { explainFailedStart } from '../../src/start/vscode/explainFailedStart';
import { reportStarted } from '../../src/start/vscode/reportStarted';
import { sendStart } from '../../src/start/vscode/sendStart';
import { answers, neverAnswers } from '../service/faults';
import { RecordedDeeds } from '../support/recordedDeeds';
import { eventually } from '../support/eventually';
import { StartBench } from '../support/startBench';
import type { History } from '../../src/conversations/history';

const baseUrl = 'http://h';
const call = { address: 'http://h/api/conversations', baseUrl };
const refusedStart = new ServiceError(
  { ...call, operation: 'startConversation' },
  { kind: 'status', status: 401 },
  true,
);
const settingsFailed = (status: number, text?: string) =>
  new ServiceError({ ...call, operation: 'loadSettings' }, { kind: 'status', status, ...(text && { text }) }, true);
const keyIsTaken = /^h accepted your session key/;
const keyIsRefused = /^h rejected the session key/;

describe('A start rejected with 401', () => {
  const loads: Client['loadSettings'] = () => Promise.resolve({ llm_api_key_set: true });
  const fails =
    (error: Error): Client['loadSettings'] =>
    () =>
      Promise.reject(error);
  const hangs: Client['loadSettings'] = (signal) =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))));

  const rows: readonly (readonly [string, Client['loadSettings'], RegExp])[] = [
    ['the settings can be read', loads, keyIsTaken],
    ['there are no settings yet', fails(settingsFailed(404, 'Settings not found')), keyIsTaken],
    ['the settings are rejected, too', fails(settingsFailed(401)), keyIsRefused],
    ['the settings fail', fails(settingsFailed(500)), keyIsRefused],
    ['the settings take too long', hangs, keyIsRefused],
  ];
  const explained = async (loadSettings: Client['loadSettings'], signal: AbortSignal, patience: number) => {
    const start = {
      ...{ id: 's1', request: {}, isRefreshable: false, known: undefined },
      loadSettings,
      signal,
      patience,
      checksSettings: true,
      openPage: () => Promise.resolve(),
    };
    return (await explainFailedStart(refusedStart, start)).error.message;
  };
  for (const [title, loadSettings, sentence] of rows) {
    it(`is explained when ${title}`, async () => {
      const { signal } = new AbortController();
      assert.match(await explained(loadSettings, signal, 50), sentence);
    });
  }

  it('has its reason from the settings that are known, if the service gave none', async () => {
    const { signal } = new AbortController();
    const start = {
      ...{ id: 's1', isRefreshable: true, checksSettings: false, signal },
      openPage: () => Promise.resolve(),
    };
    const because = async (known: KnownSettings, detail?: string) => {
      const error = new PreparationError(
        { id: 's1', baseUrl },
        { kind: 'failed', ...(detail !== undefined && { detail }) },
      );
      const request = { repository: 'a/b', git_provider: 'github' } as const;
      return (await explainFailedStart(error, { ...start, request, known, loadSettings: hangs })).error.message;
    };
    const noKey = 'No model API key is set on h, which may be why.';
    const noToken = 'h has no token for GitHub. Save one in its settings.';
    const saidNothing = await because(undefined);
    assert.match(saidNothing, /No reason was given/);
    assert.equal(await because({ llm_api_key_set: false }), `${saidNothing} ${noKey}`);
    assert.equal(await because({ llm_api_key_set: true, provider_tokens_set: {} }), `${saidNothing} ${noToken}`);
    assert.equal(await because({ llm_api_key_set: true, provider_tokens_set: { github: null } }), saidNothing);
    assert.doesNotMatch(await because({ llm_api_key_set: false }, 'Disk full'), /model API key/);
  });

  it('whose answer was lost offers to ask what became of it, if the service can be asked', async () => {
    const lost = new ServiceError(
      { operation: 'startConversation', baseUrl, address: baseUrl },
      { kind: 'connectionLost' },
      true,
    );
    const { signal } = new AbortController();
    const start = {
      ...{ id: 's1', request: {}, known: undefined, loadSettings: hangs, signal },
      checksSettings: false,
    };
    const remedyOf = async (isRefreshable: boolean) =>
      (await explainFailedStart(lost, { ...start, isRefreshable, openPage: () => Promise.resolve() })).error.remedy
        ?.label;
    assert.deepEqual([await remedyOf(true), await remedyOf(false)], ['Refresh Status', 'Open Service in Browser']);
  });

  it('is explained at once when the call is canceled', async () => {
    const waiting = new AbortController();
    const explaining = explained(hangs, waiting.signal, 60_000);
    waiting.abort();
    assert.match(await explaining, keyIsRefused);
  });
});

describe('The outcome of a start', () => {
  let bench: StartBench;
  let connection: Extract<Connection, { kind: 'ready' }>;
  const request = { initial_user_msg: 'Fix it' };

  beforeEach(async () => {
    bench = await StartBench.open();
    const connected = await bench.ports.service.connect();
    assert.ok(connected.kind === 'ready');
    connection = connected;
  });
  afterEach(() => bench.dispose());

  it('is written down while the settings are read, by the rejected client', async () => {
    bench.service.misbehave('startConversation', answers(401, { detail: 'Unauthorized' }));
    bench.service.misbehave('loadSettings', neverAnswers());
    const waiting = new AbortController();
    const sending = sendStart({ request }, connection, bench.ports, waiting.signal);
    const isNoted = () => bench.history.conversations[0]?.outcome === 'notStarted';
    await eventually('the outcome', isNoted, bench.history.onDidChange);
    const { service } = bench;
    const areAsked = () => service.requests.some(({ operation }) => operation === 'loadSettings');
    await eventually('the settings to be read', areAsked, service.onDidReceive);
    waiting.abort();
    assert.equal((await sending).outcome, 'notStarted');
    assert.match(bench.history.conversations[0]?.problem ?? '', /rejected the session key/);
  });

  it("is reported with the page from the response, and says that the history can't save it", async () => {
    const deeds = new RecordedDeeds();
    const { showWarningMessage } = vscode.window;
    const told: string[] = [];
    const clickFirst = (message: string, button: string) => {
      told.push(message);
      return Promise.resolve(button);
    };
    vscode.window.showWarningMessage = clickFirst as unknown as typeof showWarningMessage;
    try {
      const result = await sendStart({ request }, connection, bench.ports);
      assert.ok(result.outcome === 'started');
      const unwritten = { kind: 'unwritten', file: '/f', code: 'ENOSPC' } as const;
      // The history has no row for it.
      const history = { get: () => undefined, troubles: [unwritten] } as unknown as History;
      reportStarted(result, request, connection, { ...bench.ports, history });
      await new Promise((resolve) => setImmediate(resolve));
      assert.match(told.join(), /^Conversation started\. The outcome of some .*\(ENOSPC\)/);
      const { conversation_id: id } = result.response;
      assert.deepEqual(deeds.done, [`${bench.service.url}/conversations/${id}`]);
    } finally {
      vscode.window.showWarningMessage = showWarningMessage;
      deeds.dispose();
    }
  });
});
