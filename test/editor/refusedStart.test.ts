import assert from 'node:assert/strict';
import type { ConversationStartRequest } from '../../src/client/records';
import { asExplained } from '../../src/start/vscode/explain';
import { sendStart } from '../../src/start/vscode/sendStart';
import { answers, type Fault } from '../service/faults';
import { badGateway, internalServerError, unreachableRepository } from '../service/realServers';
import { sampleSettings } from '../service/sampleSettings';
import type { Settings } from '../service/settings';
import { RecordedDeeds } from '../support/recordedDeeds';
import { StartBench } from '../support/startBench';

const inRepository = { initial_user_msg: 'Fix it', repository: 'nobody/none', git_provider: 'github' } as const;
const doubt = 'Check the service before you start it again.';
const failed = 'H had an internal error (status 500). Response: Internal Server Error.';
const noSettings = 'H has no settings for you yet. Open the service in the browser, and save its settings once.';
const noAccess = "H doesn't have access to the repository. Check the Git tokens in its settings.";

interface Row {
  readonly title: string;
  readonly request?: ConversationStartRequest;
  /** Settings that the service has saved; those of the samples by default. */
  readonly settings?: Settings | 'none';
  readonly start?: Fault;
  /** Response to reading the settings after that. */
  readonly load?: Fault;
  /** Set if the settings can't explain it and aren't read. */
  readonly reads?: false;
  readonly outcome: 'notStarted' | 'mayHaveStarted';
  readonly message: string;
}

const rows: readonly Row[] = [
  {
    title: '500 with a repository, before any settings were saved',
    settings: 'none',
    outcome: 'mayHaveStarted',
    message: `${doubt} ${failed} ${noSettings}`,
  },
  {
    title: '500 with the repository of a micro-agent, before any settings were saved',
    request: { initial_user_msg: 'Fix it', create_microagent: { repo: 'a/b' } },
    settings: 'none',
    outcome: 'mayHaveStarted',
    message: `${doubt} ${failed} ${noSettings}`,
  },
  {
    title: '500 with a repository, without a token of any Git provider',
    settings: { ...sampleSettings, provider_tokens_set: {} },
    outcome: 'mayHaveStarted',
    message: `${doubt} ${failed} H has no token for GitHub. Save one in its settings.`,
  },
  {
    title: '500 with a repository of an unknown provider, without any token',
    request: { repository: 'a/b' },
    settings: { ...sampleSettings, provider_tokens_set: {} },
    outcome: 'mayHaveStarted',
    message: `${doubt} ${failed} H has no token for a Git provider. Save one in its settings.`,
  },
  {
    title: '500 with a token for another provider only, which may not be the reason',
    settings: { ...sampleSettings, provider_tokens_set: { gitlab: null } },
    start: internalServerError(),
    outcome: 'mayHaveStarted',
    message: `${doubt} ${failed} H has no token for GitHub. Save one in its settings.`,
  },
  {
    title: '500 without settings, from something in between that knows nothing about them',
    settings: 'none',
    start: answers(500, '<html><body>Oops</body></html>', { 'content-type': 'text/html' }),
    outcome: 'mayHaveStarted',
    message: `${doubt} H had an internal error (status 500). ${noSettings}`,
  },
  {
    title: '500 with a token for the provider',
    start: internalServerError(),
    outcome: 'mayHaveStarted',
    message: `${doubt} ${failed}`,
  },
  {
    title: "500 and settings that can't be read",
    start: internalServerError(),
    load: internalServerError(),
    outcome: 'mayHaveStarted',
    message: `${doubt} ${failed}`,
  },
  {
    title: '500 without a repository, which needs no token',
    request: { initial_user_msg: 'Fix it' },
    settings: { ...sampleSettings, provider_tokens_set: {} },
    start: internalServerError(),
    reads: false,
    outcome: 'mayHaveStarted',
    message: `${doubt} ${failed}`,
  },
  {
    title: '502 of a gateway, whatever the settings say',
    settings: 'none',
    start: badGateway(),
    reads: false,
    outcome: 'mayHaveStarted',
    message: `${doubt} A gateway in front of H got no response from the service (status 502).`,
  },
  {
    title: '401 for an inaccessible repository, with an accepted key',
    start: unreachableRepository('nobody/none', 401),
    outcome: 'notStarted',
    message: `${noAccess} Response: Unable to access repo nobody/none.`,
  },
  {
    title: "401 for an inaccessible repository, and settings that can't be read",
    start: unreachableRepository('nobody/none', 401),
    load: internalServerError(),
    outcome: 'notStarted',
    message: `${noAccess} Response: Unable to access repo nobody/none.`,
  },
  {
    title: '401 about a repository, with a rejected key',
    start: unreachableRepository('nobody/none', 401),
    load: answers(401, { detail: 'Unauthorized' }),
    outcome: 'notStarted',
    message: 'H rejected the session key. Response: Unable to access repo nobody/none.',
  },
  ...(['saved', 'none'] as const).map((there): Row => ({
    title: `401 in other words, with an accepted key; settings: ${there}`,
    ...(there === 'none' && { settings: there }),
    start: answers(401, 'Not with this token'),
    outcome: 'notStarted',
    message:
      'H accepted your session key but rejected the start. The service may not have access to the repository: check its Git tokens. Response: Not with this token.',
  })),
];

describe('A start that the service rejects', () => {
  let bench: StartBench;

  beforeEach(async () => (bench = await StartBench.open()));
  afterEach(() => bench.dispose());

  async function send(request: ConversationStartRequest, ports = bench.ports) {
    const connection = await bench.ports.service.connect();
    assert.ok(connection.kind === 'ready');
    const result = await sendStart({ request }, connection, ports);
    assert.ok(result.outcome !== 'started');
    return { ...result, host: new URL(connection.address.baseUrl).host };
  }

  for (const { title, request = inRepository, settings, start, load, reads, outcome, message } of rows) {
    it(`is explained in its own words, with its exact outcome: ${title}`, async () => {
      if (settings) bench.service.setSettings(settings === 'none' ? undefined : settings);
      if (start) bench.service.misbehave('startConversation', start);
      if (load) bench.service.misbehave('loadSettings', load);
      const result = await send(request);
      const explained = asExplained(result.error);
      const [row] = bench.history.conversations;
      const expected = message.replaceAll('H ', `${result.host} `);
      const first = outcome === 'notStarted' ? 'Not started.' : 'May have started.';
      assert.deepEqual([result.outcome, explained.message], [outcome, `${first} ${expected}`]);
      assert.deepEqual([row?.outcome, row?.problem], [outcome, expected]);
      assert.deepEqual(
        bench.service.requests.map(({ operation }) => operation),
        reads === false ? ['startConversation'] : ['startConversation', 'loadSettings'],
      );
    });
  }
});

describe('A start with the ID of a running conversation', () => {
  let bench: StartBench;

  beforeEach(async () => (bench = await StartBench.open({ allowConversationId: true })));
  afterEach(() => bench.dispose());

  const request = { conversation_id: 'mine', initial_user_msg: 'Second', repository: 'a/b' };

  async function connected() {
    const connection = await bench.ports.service.connect();
    assert.ok(connection.kind === 'ready');
    return connection;
  }

  it('says that the message may be lost, and leads to that conversation', async () => {
    const connection = await connected();
    const first = await sendStart({ request: { ...request, initial_user_msg: 'First' } }, connection, bench.ports);
    assert.equal(first.outcome, 'started');
    bench.service.advance('mine');
    const second = await sendStart({ request }, connection, bench.ports);
    assert.ok(second.outcome === 'mayHaveStarted');
    const { message, remedy } = asExplained(second.error);
    const why =
      "Conversation mine was started before, and may have been running already. If it was, your message wasn't delivered. Open it in the browser, or remove the conversation ID to start another one.";
    assert.equal(message, `May have started. ${why}`);
    const deeds = new RecordedDeeds();
    await remedy?.run();
    deeds.dispose();
    assert.deepEqual([remedy?.label, deeds.done], ['Open in Browser', [`${bench.service.url}/conversations/mine`]]);
    const received = bench.service.conversations.map(({ message: told }) => told);
    assert.deepEqual(received, ['First']);
    const { outcome, conversationId, status, problem } = bench.history.get('start-1')!;
    assert.deepEqual([outcome, conversationId, status, problem], ['mayHaveStarted', 'mine', 'RUNNING', why]);
  });

  it('may have been joined, or started again, if nothing has told that it stopped', async () => {
    const connection = await connected();
    await sendStart({ request }, connection, bench.ports);
    bench.service.advance('mine');
    bench.service.advance('mine');
    assert.equal((await sendStart({ request }, connection, bench.ports)).outcome, 'mayHaveStarted');
  });
});
