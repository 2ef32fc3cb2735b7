import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { drops, neverAnswers } from '../../service/faults';
import { sampleSecrets, sampleSettings } from '../../service/sampleSettings';
import { startService, type Service, type ServiceOptions } from '../../service/service';
import { exchange, load, start } from './exchange';

describe('reference service', () => {
  const services: Service[] = [];

  async function serve(options: Partial<ServiceOptions> = {}): Promise<Service> {
    const service = await startService({ sessionKey: 'KEY', settings: sampleSettings, ...options });
    services.push(service);
    return service;
  }

  afterEach(async () => {
    for (const service of services.splice(0)) await service.close();
  });

  describe('paths', () => {
    const paths: readonly (readonly [string, string, number, RegExp])[] = [
      ['GET', '/', 200, /^text\/html/],
      ['GET', '/api/settings/', 200, /^text\/html/],
      ['GET', '/api/conversations', 200, /^text\/html/],
      ['GET', '/api/nothing', 200, /^text\/html/],
      ['GET', '/conversations/unknown', 200, /^text\/html/],
      ['GET', '/conversations/%E0%A4%A', 200, /^text\/html/],
      ['HEAD', '/api/settings', 200, /^text\/html/],
      ['POST', '/api/conversations/', 405, /^application\/json/],
      ['POST', '/api/settings', 405, /^application\/json/],
      ['DELETE', '/api/conversations', 405, /^application\/json/],
      ['GET', '/api/settings?fresh=1', 200, /^application\/json/],
    ];
    for (const [method, target, status, contentType] of paths) {
      it(`${method} ${target} is a ${status}`, async () => {
        const received = await exchange(await serve(), target, { method });
        assert.equal(received.status, status);
        assert.match(received.headers['content-type'] ?? '', contentType);
      });
    }

    it('can be behind a prefix', async () => {
      const service = await serve({ basePath: '/agent' });
      assert.match(service.url, /^http:\/\/127\.0\.0\.1:\d+\/agent$/);
      assert.equal((await start(service, {})).status, 200);
      const outside = { url: service.url.replace('/agent', ''), sessionKey: 'KEY' };
      assert.match((await load(outside)).headers['content-type'] ?? '', /^text\/html/);
    });
  });

  describe('the page of a conversation', () => {
    it('shows it, escaped, and updates its state', async () => {
      const service = await serve({ allowConversationId: true });
      const request = { repository: 'a/<b>', selected_branch: 'x&y', conversation_id: 'my id' };
      await start(service, { ...request, mcp_config: { sse_servers: [{ url: 'https://a', api_key: 'SECRET' }] } });
      const read = async () => (await exchange(service, '/conversations/my%20id')).text;
      const page = await read();
      for (const part of ['my id', 'a/&#60;b&#62;', 'x&#38;y', '<dd id="state">STARTING'])
        assert.ok(page.includes(part), part);
      assert.ok(!page.includes('SECRET'));
      service.advance('my id');
      assert.ok((await read()).includes('<dd id="state">RUNNING'));
    });
  });

  describe('states', () => {
    it('go from STARTING to RUNNING to STOPPED and stay there', async () => {
      const service = await serve();
      await start(service, {});
      const id = service.conversations[0]!.id;
      const told: string[] = [];
      service.onDidAdvance(({ state }) => told.push(state));
      assert.deepEqual(
        [service.advance(id), service.advance(id), service.advance(id)],
        ['RUNNING', 'STOPPED', 'STOPPED'],
      );
      assert.deepEqual(told, ['RUNNING', 'STOPPED']);
    });

    it('change by themselves when told to', async () => {
      const service = await serve({ advanceAfterMs: 1 });
      const stopped = new Promise<void>((resolve) => {
        service.onDidAdvance(({ state }) => {
          if (state === 'STOPPED') resolve();
        });
      });
      await start(service, {});
      await stopped;
    });

    it("don't exist for conversations that don't exist", async () => {
      const service = await serve();
      assert.throws(() => service.advance('nothing'), /there is no conversation nothing/);
    });
  });

  describe('recording', () => {
    it('keeps method, path, headers and body in order', async () => {
      const service = await serve();
      await load(service);
      await start(service, '{"repository":"a/b"}');
      const [first, second] = service.requests;
      assert.deepEqual([first?.index, first?.method, first?.path], [0, 'GET', '/api/settings']);
      assert.deepEqual([first?.operation, first?.body, first?.complete], ['loadSettings', undefined, true]);
      assert.ok(first?.rawHeaders.includes('X-Session-API-Key'));
      assert.equal(second?.headers['x-session-api-key'], 'KEY');
      assert.equal(second.rawBody.toString(), '{"repository":"a/b"}');
      assert.deepEqual(second.body, { repository: 'a/b' });
      assert.equal(await second.outcome, 'answered');
    });

    it('lets a test wait for future and past requests', async () => {
      const service = await serve();
      const coming = service.waitForRequest('startConversation');
      await load(service);
      await start(service, {});
      assert.equal((await coming).index, 1);
      assert.equal((await service.waitForRequest(({ path }) => path === '/api/settings')).index, 0);
    });

    it("says what was received if the expected request wasn't", async () => {
      const service = await serve();
      await load(service);
      const late = service.waitForRequest('startConversation', { timeoutMs: 1 });
      await assert.rejects(late, /no such request within 1 ms; received: GET \/api\/settings/);
      const again = service.waitForRequest('loadSettings', { since: 1, timeoutMs: 1 });
      await assert.rejects(again, /received: nothing/);
    });

    it('ends a wait when the service closes', async () => {
      const service = await serve();
      const waiting = assert.rejects(service.waitForRequest('loadSettings'), /the service closed/);
      await service.close();
      await waiting;
    });

    it("includes a body that broke off, and doesn't act on it", async () => {
      const service = await serve();
      const { port } = new URL(service.url);
      const socket = connect(Number(port), '127.0.0.1');
      socket.write('POST /api/conversations HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{"repo', () =>
        socket.end(),
      );
      const request = await service.waitForRequest('startConversation');
      assert.deepEqual([request.complete, request.rawBody.toString()], [false, '{"repo']);
      assert.equal(await request.outcome, 'lost');
      assert.deepEqual(service.conversations, []);
    });

    it('reports when the client has given up', async () => {
      const service = await serve();
      service.misbehave('startConversation', neverAnswers());
      const giveUp = new AbortController();
      const answer = assert.rejects(start(service, {}, { signal: giveUp.signal }), { name: 'AbortError' });
      const request = await service.waitForRequest('startConversation');
      giveUp.abort();
      await answer;
      assert.equal(await request.outcome, 'lost');
    });

    it('notifies listeners until they are disposed', async () => {
      const service = await serve();
      const heard: number[] = [];
      const subscription = service.onDidReceive(({ index }) => heard.push(index));
      await load(service);
      subscription.dispose();
      await load(service);
      assert.deepEqual(heard, [0]);
    });
  });

  describe('a file', () => {
    let folder: string;

    beforeEach(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'service-'));
    });

    afterEach(() => rm(folder, { recursive: true }));

    it('keeps settings and conversations across a restart', async () => {
      const file = path.join(folder, 'state.json');
      const before = await serve({ file });
      await start(before, { repository: 'a/b' });
      before.advance(before.conversations[0]!.id);
      before.setRawSettings({ llm_api_key_set: true, kept: 1 });
      const { conversations } = before;
      await before.close();

      const after = await serve({ file });
      assert.deepEqual(after.conversations, conversations);
      assert.deepEqual((await load(after)).json(), { llm_api_key_set: true, kept: 1 });
      assert.deepEqual(await readdir(folder), ['state.json']);
    });

    it('contains no secret of a start request', async () => {
      const file = path.join(folder, 'state.json');
      const service = await serve({ file, settings: { llm_api_key_set: true } });
      await start(service, { mcp_config: sampleSettings.mcp_config, initial_user_msg: 'Hello' });
      const text = await readFile(file, 'utf8');
      assert.ok(text.includes('Hello'));
      assert.deepEqual(
        sampleSecrets.filter((secret) => text.includes(secret)),
        [],
      );
    });

    it('is left alone if another program wrote it', async () => {
      const file = path.join(folder, 'other.json');
      await writeFile(file, '{"name":"other"}');
      await assert.rejects(serve({ file }), /was not written by the reference service/);
      assert.equal(await readFile(file, 'utf8'), '{"name":"other"}');
    });
  });

  describe('faults take their turns', () => {
    it('once unless told otherwise, and only for their operation', async () => {
      const service = await serve();
      service.misbehave('startConversation', drops('afterBody'));
      assert.equal((await load(service)).status, 200);
      await assert.rejects(start(service, {}));
      assert.equal((await start(service, {})).status, 200);
    });

    it('until disposed or all are cleared', async () => {
      const service = await serve();
      const fault = service.misbehave('any', drops('afterBody'), { times: Infinity });
      await assert.rejects(load(service));
      await assert.rejects(start(service, {}));
      fault.dispose();
      assert.equal((await load(service)).status, 200);
      service.misbehave('loadSettings', drops('afterBody'), { times: 2 });
      await assert.rejects(load(service));
      service.behave();
      assert.equal((await load(service)).status, 200);
    });
  });

  it('drops idle connections and keeps listening', async () => {
    const service = await serve();
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    socket.write('GET /api/settings HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'data');
    service.dropConnections();
    await once(socket, 'close');
    assert.equal((await load(service)).status, 200);
  });

  it('closes while requests wait, and can be closed twice', async () => {
    const service = await serve();
    service.misbehave('loadSettings', neverAnswers());
    const answer = assert.rejects(load(service));
    await service.waitForRequest('loadSettings');
    await service.close();
    await service.close();
    await answer;
  });
});
