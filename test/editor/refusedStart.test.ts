import assert from 'node:assert/strict';
import { apis, type ApiName } from '../../src/client/apis/registry';
import type { Client } from '../../src/client/client';
import type { ConversationStartRequest, Settings } from '../../src/client/records';
import { ServiceError, type Failure } from '../../src/client/serviceError';
import type { ServiceAddress } from '../../src/client/serviceUrl';
import type { History } from '../../src/conversations/history';
import type { Connection } from '../../src/service/serviceConnection';
import { asExplained } from '../../src/start/vscode/explain';
import { explainFailedStart, type FailedStart } from '../../src/start/vscode/explainFailedStart';
import { reportStarted } from '../../src/start/vscode/reportStarted';
import { sendStart } from '../../src/start/vscode/sendStart';
import type { StartPorts } from '../../src/start/vscode/startPorts';
import { answers, neverAnswers } from '../service/faults';
import { sampleSettings } from '../service/sampleSettings';
import { eventually } from '../support/eventually';
import { RecordedActions } from '../support/recordedActions';
import { RecordedMessages } from '../support/recordedMessages';
import { StartBench } from '../support/startBench';
import { status } from './errors/errorRows';

const baseUrl = 'http://h';
const doubt = 'Check the service before you start it again. h had an internal error (status 500).';
const noSettings = 'h has no settings for you yet. Open the service in the browser, and save its settings once.';
const noAccess = "h doesn't have access to the repository. Check the Git tokens in its settings.";
const notByKey =
  'h accepted your session key but rejected the start. The service may not have access to the repository: check its Git tokens. Response: Not with this token.';

const gateway =
  "Something in front of h rejected the request (status 401), such as a proxy or a sign-in page, so your session key wasn't checked. Sign in there, or check your network or VPN.";

const inRepository = { initial_user_msg: 'Fix it', repository: 'nobody/none', git_provider: 'github' } as const;
const withTokens = (provider_tokens_set: object) => ({ settings: { ...sampleSettings, provider_tokens_set } });
const accepted = { settings: sampleSettings };
const noneSaved = { fails: status(404, { text: 'Settings not found' }) };
const crashed = status(500, { text: 'Internal Server Error' });
const noRepository = status(401, { text: 'Unable to access repo nobody/none' });
const otherWords = status(401, { text: 'Not with this token' });

/** The settings that are read after the start, or why they can't be; absent if they can't explain it, and aren't read. */
type Reading = { readonly settings: object } | { readonly fails: Failure } | undefined;

// prettier-ignore
const rows: readonly (readonly [title: string, ConversationStartRequest, Failure, Reading, message: string])[] = [
  ['500 with a repository, before any settings were saved', inRepository, crashed, noneSaved, `${doubt} Response: Internal Server Error. ${noSettings}`],
  ['500 with the repository of a micro-agent, before any settings were saved', { create_microagent: { repo: 'a/b' } }, crashed, noneSaved, `${doubt} Response: Internal Server Error. ${noSettings}`],
  ['500 with a repository, without a token of any Git provider', inRepository, status(500), withTokens({}), `${doubt} h has no token for GitHub. Save one in its settings.`],
  ['500 with a repository of an unknown provider, without any token', { repository: 'a/b' }, status(500), withTokens({}), `${doubt} h has no token for a Git provider. Save one in its settings.`],
  ['500 with a token for another provider only', inRepository, status(500), withTokens({ gitlab: null }), `${doubt} h has no token for GitHub. Save one in its settings.`],
  ['500 with a token for the provider', inRepository, status(500), accepted, doubt],
  ["500 and settings that can't be read", inRepository, status(500), { fails: status(500) }, doubt],
  ['500 without a repository, which needs no token', { initial_user_msg: 'Fix it' }, status(500), undefined, doubt],
  ['502 of a gateway, whatever the settings say', inRepository, status(502, { isGateway: true }), undefined, 'Check the service before you start it again. A gateway in front of h got no response from the service (status 502).'],
  ['401 of a proxy in front, which says nothing about the key', inRepository, status(401, { isGateway: true }), undefined, gateway],
  ['401 for an inaccessible repository, with an accepted key', inRepository, noRepository, accepted, `${noAccess} Response: Unable to access repo nobody/none.`],
  ["401 for an inaccessible repository, and settings that can't be read", inRepository, noRepository, { fails: status(500) }, `${noAccess} Response: Unable to access repo nobody/none.`],
  ['401 about a repository, with a rejected key', inRepository, noRepository, { fails: status(401) }, 'h rejected the session key. Response: Unable to access repo nobody/none.'],
  ['401 in other words, with an accepted key', inRepository, otherWords, accepted, notByKey],
  ['401 in other words, with an accepted key and no settings', inRepository, otherWords, noneSaved, notByKey],
];

type Ready = Extract<Connection, { kind: 'ready' }>;

async function connected({ ports }: StartBench): Promise<Ready> {
  const connection = await ports.service.connect();
  assert.ok(connection.kind === 'ready');
  return connection;
}

describe('A start that the service rejects', () => {
  let bench: StartBench;

  before(async () => (bench = await StartBench.open()));
  after(() => bench.dispose());

  const errorOf = (failure: Failure, operation: 'startConversation' | 'loadSettings' = 'startConversation') =>
    new ServiceError({ operation, baseUrl, address: `${baseUrl}/api` }, failure, { sent: true });

  /** Explains it. @param loadSettings the client's answer to the question for the settings */
  function explained(
    error: Error,
    loadSettings: Client['loadSettings'],
    { api = 'v0', ...more }: { readonly api?: ApiName } & Partial<FailedStart> = {},
    ports = bench.ports,
  ) {
    const address = { baseUrl, origin: baseUrl } as ServiceAddress;
    const connection = {
      kind: 'ready',
      client: { loadSettings } as Client,
      address,
      api: apis[api],
      timeoutSeconds: 1,
    } as const;
    const { signal } = new AbortController();
    return explainFailedStart(error, { id: 's1', request: {}, connection, signal, ...more }, ports);
  }

  const hangs: Client['loadSettings'] = (signal) =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))));

  for (const [title, request, failure, reading, message] of rows)
    it(`is explained in its own words: ${title}`, async () => {
      let reads = 0;
      const load = () => {
        reads++;
        assert.ok(reading);
        if ('fails' in reading) return Promise.reject(errorOf(reading.fails, 'loadSettings'));
        return Promise.resolve(reading.settings as Settings);
      };
      assert.equal((await explained(errorOf(failure), load, { request })).message, message);
      assert.equal(reads, reading === undefined ? 0 : 1);
    });

  it('has the settings read again for the next sheet if it may be about them', async () => {
    const read: number[] = [];
    for (const code of [400, 403, 409]) {
      const load = () => Promise.resolve(bench.ports.settings.state).finally(() => read.push(code));
      const settings = { ...bench.ports.settings, load };
      await explained(errorOf(status(code)), hangs, {}, { ...bench.ports, settings });
      await new Promise(setImmediate);
    }
    assert.deepEqual(read, [400, 403]);
  });

  it('offers to ask what became of it if its answer was lost and the service can be asked', async () => {
    const lost = errorOf({ kind: 'connectionLost' });
    const remedyOf = async (api: ApiName) => (await explained(lost, hangs, { api })).remedy?.label;
    assert.deepEqual([await remedyOf('v1'), await remedyOf('v0')], ['Refresh Status', 'Open Service in Browser']);
  });

  it('is explained at once when the call is canceled', async () => {
    const waiting = new AbortController();
    const explaining = explained(errorOf(status(401)), hangs, { signal: waiting.signal });
    waiting.abort();
    assert.match((await explaining).message, /^h rejected the session key/);
  });
});

describe('A start with the ID of a running conversation', () => {
  let bench: StartBench;
  let connection: Ready;

  beforeEach(async () => {
    bench = await StartBench.open({ allowConversationId: true });
    connection = await connected(bench);
  });
  afterEach(() => bench.dispose());

  const request = { conversation_id: 'mine', initial_user_msg: 'Second', repository: 'a/b' };

  it('says that the message may be lost, and leads to that conversation', async () => {
    const first = await sendStart({ request: { ...request, initial_user_msg: 'First' } }, connection, bench.ports);
    assert.equal(first.outcome, 'started');
    bench.service.advance('mine');
    const second = await sendStart({ request }, connection, bench.ports);
    assert.ok(second.outcome === 'mayHaveStarted');
    const { message, remedy } = asExplained(second.error);
    const why =
      "Conversation mine was started before, and may have been running already. If it was, your message wasn't delivered. Open it in the browser, or remove the conversation ID to start another one.";
    assert.equal(message, `May have started. ${why}`);
    const actions = new RecordedActions();
    await remedy?.run();
    actions.dispose();
    assert.deepEqual([remedy?.label, actions.done], ['Open in Browser', [`${bench.service.url}/conversations/mine`]]);
    const received = bench.service.conversations.map(({ message: told }) => told);
    assert.deepEqual(received, ['First']);
    const { outcome, conversationId, status, problem } = bench.history.get('start-1')!;
    assert.deepEqual([outcome, conversationId, status, problem], ['mayHaveStarted', 'mine', 'RUNNING', why]);
    const { initial_user_msg: _, ...withoutTask } = request;
    const third = await sendStart({ request: withoutTask }, connection, bench.ports);
    assert.ok(third.outcome === 'mayHaveStarted');
    assert.match(asExplained(third.error).message, /been running already\. Open it in the browser, or remove/);
  });

  it('has started if the one before with this ID was rejected, or is over', async () => {
    bench.service.misbehave('startConversation', answers(400, {}));
    assert.equal((await sendStart({ request }, connection, bench.ports)).outcome, 'notStarted');
    const second = await sendStart({ request }, connection, bench.ports);
    assert.equal(second.outcome, 'started');
    await bench.history.change(second.id, { status: 'ARCHIVED', endedAt: Date.now() });
    assert.equal((await sendStart({ request }, connection, bench.ports)).outcome, 'started');
  });

  it('may have been joined, or started again, if nothing has told that it stopped', async () => {
    await sendStart({ request }, connection, bench.ports);
    bench.service.advance('mine');
    bench.service.advance('mine');
    assert.equal((await sendStart({ request }, connection, bench.ports)).outcome, 'mayHaveStarted');
  });
});

describe('The outcome of a start', () => {
  let bench: StartBench;
  let connection: Ready;
  const request = { initial_user_msg: 'Fix it' };

  beforeEach(async () => {
    bench = await StartBench.open();
    connection = await connected(bench);
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
    using actions = new RecordedActions();
    using messages = new RecordedMessages('Open in Browser');
    const result = await sendStart({ request }, connection, bench.ports);
    assert.ok(result.outcome === 'started');
    const history = { get: () => undefined } as unknown as History;
    const followed = { has: () => Promise.reject(new Error('unknown machine')) } as unknown as StartPorts['followed'];
    reportStarted(result, request, connection, { ...bench.ports, history, followed });
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(messages.said, [JSON.stringify(['Conversation started.', 'Open in Browser', 'Follow Status'])]);
    const { conversation_id: id } = result.response;
    assert.deepEqual(actions.done, [`${bench.service.url}/conversations/${id}`]);
  });
});
