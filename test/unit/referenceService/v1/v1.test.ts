import assert from 'node:assert/strict';
import { tooManyRequests } from '../../../service/realServers';
import { minimalSettings, sampleSettings } from '../../../service/sampleSettings';
import { startService, type Service, type ServiceOptions } from '../../../service/service';
import { stages } from '../../../service/v1/startTask';
import { markedIn } from '../../../support/markedSecrets';
import { exchange, load, start as startV0, type Received } from '../exchange';

const conversations = '/api/v1/app-conversations';
const startTasks = `${conversations}/start-tasks`;
const unknown = '0b7f5b0e7a314a579f5e3d1f6a0c1a19';

describe('reference service: API V1', () => {
  const services: Service[] = [];

  afterEach(() => Promise.all(services.splice(0).map((service) => service.close())));

  async function open(options: Partial<ServiceOptions> = {}): Promise<Service> {
    const service = await startService({ sessionKey: 'KEY', settings: sampleSettings, api: 'v1', ...options });
    services.push(service);
    return service;
  }

  function start(service: Service, body: unknown): Promise<Received> {
    const headers = { 'Content-Type': 'application/json' };
    return exchange(service, conversations, { method: 'POST', body, headers });
  }

  async function startedTask(service: Service, body: unknown = {}): Promise<string> {
    return ((await start(service, body)).json() as { id: string }).id;
  }

  async function listed(service: Service, path: string, ...ids: string[]): Promise<Record<string, unknown>[]> {
    const { status, json } = await exchange(service, `${path}?${ids.map((id) => `ids=${id}`).join('&')}`);
    assert.equal(status, 200);
    return json() as Record<string, unknown>[];
  }

  it('leads a task through all stages, one each time that it is asked for', async () => {
    const service = await open();
    const id = await startedTask(service, { initial_message: { content: [{ type: 'text', text: 'Hello' }] } });
    const seen = [];
    while (seen.length < stages.length + 1) seen.push((await listed(service, startTasks, id))[0]?.['status']);
    assert.deepEqual(seen, [...stages.slice(1), 'READY', 'READY']);
    assert.deepEqual(
      service.conversations.map(({ state, message }) => [state, message]),
      [['RUNNING', 'Hello']],
    );
  });

  it('has no conversation until the task is ready', async () => {
    const service = await open();
    service.startTasks.goThrough('WAITING_FOR_SANDBOX');
    const conversation_id = '0b7f5b0e-7a31-4a57-9f5e-3d1f6a0c1a11';
    const id = await startedTask(service, { conversation_id });
    for (let time = 0; time < 2; time++) {
      const [task] = await listed(service, startTasks, id);
      assert.deepEqual([task?.['status'], task?.['app_conversation_id']], ['WAITING_FOR_SANDBOX', null]);
    }
    assert.deepEqual(await listed(service, conversations, conversation_id), [null]);
    service.startTasks.move(id, 'READY');
    const [conversation] = await listed(service, conversations, conversation_id);
    assert.equal(conversation?.['id'], conversation_id.replaceAll('-', ''));
  });

  it('makes a second task of the same conversation id', async () => {
    const service = await open();
    const request = { conversation_id: unknown };
    assert.notEqual(await startedTask(service, request), await startedTask(service, request));
  });

  for (const error of ['no LLM key configured', '', null])
    it(`fails a task with the detail ${JSON.stringify(error)}`, async () => {
      const service = await open();
      service.startTasks.goThrough({ error });
      const [task] = await listed(service, startTasks, await startedTask(service));
      assert.deepEqual([task?.['status'], task?.['detail'], task?.['app_conversation_id']], ['ERROR', error, null]);
      assert.equal(service.conversations.length, 0);
    });

  it('forgets tasks as a restart does, and keeps conversations', async () => {
    const service = await open();
    service.startTasks.goThrough('READY');
    const id = await startedTask(service);
    const [task] = await listed(service, startTasks, id);
    service.startTasks.forget();
    assert.deepEqual(await listed(service, startTasks, id), [null]);
    const [conversation] = await listed(service, conversations, String(task?.['app_conversation_id']));
    assert.deepEqual([conversation?.['sandbox_status'], conversation?.['execution_status']], ['RUNNING', 'running']);
  });

  it('lists in the order of the ids, null for each that it does not know', async () => {
    const service = await open();
    service.startTasks.goThrough();
    const [one, two] = [await startedTask(service), await startedTask(service)];
    const tasks = await listed(service, startTasks, two, unknown, one);
    assert.deepEqual(
      tasks.map((task: Record<string, unknown> | null) => task?.['id']),
      [two, undefined, one],
    );
  });

  it('reports the states that a test decides on, and the secrets of a running sandbox', async () => {
    const service = await open();
    const id = await startedTask(service);
    const { conversationId } = service.startTasks.move(id, 'READY');
    const read = async () => (await listed(service, conversations, conversationId))[0];
    assert.deepEqual(markedIn(JSON.stringify(await read())), ['inside-address', 'conversation-key']);
    service.advance(conversationId);
    assert.equal((await read())?.['execution_status'], 'finished');
    service.startTasks.report(conversationId, { sandbox: 'PAUSED', execution: null });
    const paused = await read();
    assert.deepEqual([paused?.['sandbox_status'], paused?.['session_api_key']], ['PAUSED', null]);
  });

  it('answers 422 to a malformed id of a task, 400 to one of a conversation or too many', async () => {
    const service = await open();
    for (const [path, status] of [
      [`${startTasks}?ids=nope`, 422],
      [`${startTasks}?ids=${unknown}&ids=0b7f`, 422],
      [`${conversations}?ids=nope&ids=${unknown}`, 400],
      [`${startTasks}?${`ids=${unknown}&`.repeat(101)}`, 400],
      [`${conversations}?${`ids=${unknown}&`.repeat(100)}`, 400],
      [`${conversations}?${`ids=${unknown}&`.repeat(99)}`, 200],
    ] as const)
      assert.equal((await exchange(service, path)).status, status, path.slice(0, 100));
  });

  const refused: readonly (readonly [string, unknown, readonly unknown[]])[] = [
    ['a field of its own in a message', { initial_message: { text: 'x' } }, ['body', 'initial_message', 'text']],
    [
      'a field of its own in content',
      { initial_message: { content: [{ type: 'text', text: 'x', b: 1 }] } },
      ['body', 'initial_message', 'content', 0, 'b'],
    ],
    [
      'an image without a list',
      { initial_message: { content: [{ type: 'image', image_urls: 'x' }] } },
      ['body', 'initial_message', 'content', 0, 'image_urls'],
    ],
    ['an id that is no UUID', { conversation_id: 'nope' }, ['body', 'conversation_id']],
    ['a list', [], ['body']],
  ];
  for (const [what, body, loc] of refused)
    it(`answers 422 to ${what}, and starts nothing`, async () => {
      const service = await open();
      const { status, json } = await start(service, body);
      assert.deepEqual([status, (json() as { detail: { loc: unknown }[] }).detail[0]?.loc], [422, loc]);
      assert.equal(service.startTasks.all.length, 0);
    });

  it('requires the key for every operation, after malformed JSON', async () => {
    const service = await open();
    const wrong = { url: service.url, sessionKey: 'key' };
    for (const path of ['/api/v1/settings', conversations, startTasks])
      assert.equal((await exchange(wrong, `${path}?ids=${unknown}`)).status, 401);
    const sending = { method: 'POST', headers: { 'Content-Type': 'application/json' } };
    assert.equal((await exchange(wrong, conversations, { ...sending, body: '{}' })).status, 401);
    assert.equal((await exchange(wrong, conversations, { ...sending, body: '{' })).status, 422);
  });

  it('has no old paths, or a page in their place', async () => {
    const [plain, paged] = [await open(), await open({ pageForOldPaths: true })];
    assert.deepEqual([(await load(plain)).status, (await startV0(plain, {})).status], [404, 404]);
    assert.deepEqual((await load(plain)).json(), { detail: 'Not Found' });
    assert.match((await load(paged)).headers['content-type'] ?? '', /^text\/html/);
    assert.deepEqual([(await load(paged)).status, (await startV0(paged, {})).status], [200, 405]);
  });

  it('is not there unless it is asked for, and can be beside the interface', async () => {
    const [v0, both] = [await open({ api: 'v0' }), await open({ api: 'both' })];
    assert.match((await exchange(v0, '/api/v1/settings')).headers['content-type'] ?? '', /^text\/html/);
    assert.equal((await start(v0, {})).status, 405);
    assert.deepEqual([(await load(both)).status, (await exchange(both, '/api/v1/settings')).status], [200, 200]);
    assert.equal((await startV0(both, { initial_user_msg: 'Hello' })).status, 200);
    assert.equal((await start(both, { initial_user_msg: 'Hello' })).status, 200);
    // The one was started with its message, the other with nothing to do.
    assert.equal(both.conversations[0]?.message, 'Hello');
    assert.equal(both.startTasks.move(both.startTasks.all[0]!.id, 'READY').request.initial_message, undefined);
    assert.equal(both.conversations[1]?.message, null);
  });

  it('records requests by their operation, and lets faults answer them', async () => {
    const service = await open();
    service.misbehave('startTask', tooManyRequests({ retryAfter: '7' }));
    const limited = await exchange(service, `${startTasks}?ids=${unknown}`);
    assert.deepEqual([limited.status, limited.headers['retry-after']], [429, '7']);
    await exchange(service, `${conversations}?ids=${unknown}`);
    await exchange(service, '/api/v1/settings');
    await start(service, {});
    const seen = service.requests.map(({ operation }) => operation);
    assert.deepEqual(seen, ['startTask', 'conversation', 'loadSettings', 'startConversation']);
  });

  it('sends settings with their secrets replaced, and raw ones as they are', async () => {
    const service = await open();
    const read = async () => (await exchange(service, '/api/v1/settings')).text;
    assert.deepEqual(markedIn(await read()), ['llm-url-password']);
    service.setRawSettings(minimalSettings);
    assert.deepEqual(JSON.parse(await read()), minimalSettings);
  });
});
