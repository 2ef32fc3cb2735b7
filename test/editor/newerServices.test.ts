import assert from 'node:assert/strict';
import type { ConversationStartRequest } from '../../src/client/records';
import { apis } from '../../src/client/apis/registry';
import { requestText } from '../../src/draft/request';
import { curlCommand } from '../../src/start/curl';
import type { RecordedRequest } from '../service/recording';
import { internalServerError } from '../service/realServers';
import { sampleSettings } from '../service/sampleSettings';
import { startService, type Service } from '../service/service';
import { setServiceUrl } from '../support/setSetting';
import { SkippingClock } from '../support/skippingClock';
import { StartBench } from '../support/startBench';
import { WiredParts } from '../support/wiredParts';
import { startOn } from '../support/startOn';

const id = '0b7f5b0e7a314a579f5e3d1f6a0c1a11';

describe('A start on a service of API V1', () => {
  let bench: StartBench;

  before(async () => (bench = await StartBench.open({ api: 'v1', clock: new SkippingClock() })));
  beforeEach(() => bench.service.startTasks.goThrough('READY'));
  after(() => bench.dispose());

  const start = (request: ConversationStartRequest) => bench.receive({ repository: null, ...request });

  it('sends it once, in the form of that API', async () => {
    await start({ initial_user_msg: 'x', selected_branch: 'topic/größe', conversation_id: id });
    const [sent, ...others] = bench.posts;
    assert.deepEqual([sent?.path, others.length], ['/api/v1/app-conversations', 0]);
    const initial_message = content({ type: 'text', text: 'x' });
    assert.deepEqual(sent?.body, { conversation_id: id, initial_message, selected_branch: 'topic/größe' });
  });

  it('is refused with a sentence before anything is sent or remembered', async () => {
    const before = [bench.service.requests.length, bench.history.conversations.length];
    await assert.rejects(start({ initial_user_msg: 'x', replay_json: '[]' }), /doesn't support "Replay"\. Remove it/);
    assert.deepEqual([bench.service.requests.length, bench.history.conversations.length], before);
  });

  it("isn't called not started when the service fails, whatever its settings lack", async () => {
    bench.service.setRawSettings({ llm_api_key_set: true, provider_tokens_set: {} });
    bench.service.misbehave('startConversation', internalServerError());
    await assert.rejects(start({ initial_user_msg: 'x', repository: 'a/b' }), /May have started\. /);
    assert.equal(bench.history.conversations[0]?.outcome, 'mayHaveStarted');
  });

  it('is previewed and copied in the form of that API', () => {
    const { path, body } = apis.v1.start;
    const text = requestText({ initial_user_msg: 'x', repository: 'a/b' }, bench.redactor, { body });
    assert.deepEqual(JSON.parse(text), {
      initial_message: content({ type: 'text', text: 'x' }),
      selected_repository: 'a/b',
    });
    assert.match(
      curlCommand(`https://agents.example${path}`, text),
      /'https:\/\/agents\.example\/api\/v1\/app-conversations'/,
    );
  });
});

describe('A service that is updated from the one API to the other', () => {
  let parts: WiredParts;
  let service: Service;

  before(async () => {
    service = await startService({ sessionKey: '', settings: sampleSettings });
    parts = await WiredParts.open();
    await setServiceUrl(service.url);
    await parts.keys.set(new URL(service.url).origin, 'any');
    assert.equal((await parts.settings.load()).kind, 'loaded');
    assert.deepEqual(service.requests.map(lineOf), ['GET /api/settings']);
  });

  after(async () => {
    await parts.dispose();
    await setServiceUrl(undefined);
    await service.close();
  });

  async function replaceBy(api: 'v0' | 'v1' | 'both'): Promise<void> {
    const port = Number(new URL(service.url).port);
    await service.close();
    service = await startService({ sessionKey: '', settings: sampleSettings, api, port });
  }

  it('is not sent the other form of a start, nor found out by one', async () => {
    await replaceBy('v1');
    const connection = await parts.ports.service.connect();
    assert.ok(connection.kind === 'ready');
    await assert.rejects(startOn(connection.client, { initial_user_msg: 'x' }));
    assert.deepEqual(service.requests.map(lineOf), ['POST /api/conversations']);
    assert.deepEqual(service.startTasks.all, []);
  });

  for (const [api, asked] of [
    ['v1', ['GET /api/settings', 'GET /api/v1/settings', 'GET /api/v1/settings']],
    ['v0', ['GET /api/v1/settings', 'GET /api/settings', 'GET /api/settings']],
  ] as const)
    it(`is found out by reading its settings, whoever reads them: ${api}`, async () => {
      await replaceBy(api);
      assert.equal((await parts.settings.load()).kind, 'loaded');
      assert.equal((await parts.ports.service.api()).name, api);
      assert.deepEqual(service.requests.map(lineOf), asked);
      assert.equal((await parts.settings.load()).kind, 'loaded');
      assert.equal(service.requests.length, 4);
    });

  it('is used by the older one again when it has both and the key is entered', async () => {
    await replaceBy('both');
    const connection = await parts.ports.service.connect();
    assert.ok(connection.kind === 'ready');
    await parts.ports.service.tryKey(connection.address, 'any');
    assert.equal((await parts.ports.service.api()).name, 'v0');
    assert.deepEqual(service.requests.map(lineOf), ['GET /api/settings']);
  });
});

function content(...parts: readonly object[]): object {
  return { content: parts };
}

function lineOf({ method, path }: RecordedRequest): string {
  return `${method} ${path}`;
}
