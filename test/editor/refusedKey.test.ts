import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Client } from '../../src/client/client';
import type { Connection } from '../../src/service/serviceConnection';
import { ServiceError } from '../../src/client/serviceError';
import { apis, type ApiName } from '../../src/client/apis/registry';
import type { ServiceAddress } from '../../src/client/serviceUrl';
import { explainFailedStart, type FailedStart } from '../../src/start/vscode/explainFailedStart';
import { reportStarted } from '../../src/start/vscode/reportStarted';
import { sendStart } from '../../src/start/vscode/sendStart';
import { answers, neverAnswers } from '../service/faults';
import { RecordedDeeds } from '../support/recordedDeeds';
import { eventually } from '../support/eventually';
import { replaced } from '../support/replaced';
import { StartBench } from '../support/startBench';
import type { History } from '../../src/conversations/history';

const baseUrl = 'http://h';
const call = { address: 'http://h/api/conversations', baseUrl };
const refusedStart = new ServiceError(
  { ...call, operation: 'startConversation' },
  { kind: 'status', status: 401 },
  true,
);
const keyIsRefused = /^h rejected the session key/;

describe('A start rejected with 401', () => {
  let bench: StartBench;

  before(async () => (bench = await StartBench.open()));
  after(() => bench.dispose());
  const hangs: Client['loadSettings'] = (signal) =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))));

  const { signal } = new AbortController();
  const explained = (
    error: Error,
    loadSettings: Client['loadSettings'],
    { api = 'v0', ...more }: { readonly api?: ApiName } & Partial<FailedStart> = {},
    ports = bench.ports,
  ) => {
    const client = { loadSettings } as Client;
    const address = { baseUrl, origin: baseUrl } as ServiceAddress;
    const connection = { kind: 'ready', client, address, api: apis[api], timeoutSeconds: 1 } as const;
    return explainFailedStart(error, { id: 's1', request: {}, connection, signal, ...more }, ports);
  };

  for (const [status, expected] of [
    [400, 1],
    [403, 1],
    [409, 0],
  ] as const)
    it(`${expected === 1 ? 'reads' : "doesn't read"} the settings again for the next sheet if the status is ${status}`, async () => {
      let loaded = 0;
      const load = () => Promise.resolve(bench.ports.settings.state).finally(() => loaded++);
      const refused = new ServiceError({ ...call, operation: 'startConversation' }, { kind: 'status', status }, true);
      await explained(refused, hangs, {}, { ...bench.ports, settings: { ...bench.ports.settings, load } });
      await new Promise(setImmediate);
      assert.equal(loaded, expected);
    });

  it('whose answer was lost offers to ask what became of it, if the service can be asked', async () => {
    const lost = new ServiceError(
      { operation: 'startConversation', baseUrl, address: baseUrl },
      { kind: 'connectionLost' },
      true,
    );
    const remedyOf = async (api: ApiName) => (await explained(lost, hangs, { api })).remedy?.label;
    assert.deepEqual([await remedyOf('v1'), await remedyOf('v0')], ['Refresh Status', 'Open Service in Browser']);
  });

  it('is explained at once when the call is canceled', async () => {
    const waiting = new AbortController();
    const explaining = explained(refusedStart, hangs, { signal: waiting.signal });
    waiting.abort();
    assert.match((await explaining).message, keyIsRefused);
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

  it('is reported with the page from the response, whatever the history has', async () => {
    using deeds = new RecordedDeeds();
    const told: string[] = [];
    const showInformationMessage = (message: string, firstButton: string) => {
      told.push(message);
      return Promise.resolve(firstButton);
    };
    using _ = replaced(vscode.window, { showInformationMessage });
    const result = await sendStart({ request }, connection, bench.ports);
    assert.ok(result.outcome === 'started');
    const history = { get: () => undefined } as unknown as History;
    reportStarted(result, request, connection, { ...bench.ports, history });
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(told, ['Conversation started.']);
    const { conversation_id: id } = result.response;
    assert.deepEqual(deeds.done, [`${bench.service.url}/conversations/${id}`]);
  });
});
