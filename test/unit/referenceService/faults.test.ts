import assert from 'node:assert/strict';
import { createConnection } from 'node:net';
import { gunzipSync } from 'node:zlib';
import {
  altersAnswer,
  answers,
  breaksCompression,
  compresses,
  delays,
  drops,
  endless,
  garbage,
  gzipBomb,
  holds,
  hugeHeaders,
  loginPage,
  mislabels,
  neverAnswers,
  oversized,
  redirects,
  refusesBody,
  slowBody,
  slowHeaders,
  truncatesJson,
  type DropStage,
} from '../../service/faults';
import { sampleSettings, minimalSettings } from '../../service/sampleSettings';
import { startService, type Service } from '../../service/service';
import { load, start, type Received } from './exchange';

describe('reference service: faults', () => {
  let service: Service;

  beforeEach(async () => {
    service = await startService({ sessionKey: 'KEY', settings: sampleSettings });
  });

  afterEach(() => service.close());

  function loadWith(fault: Parameters<Service['misbehave']>[1]): Promise<Received> {
    service.misbehave('loadSettings', fault);
    return load(service);
  }

  it('responds with any status, body and headers', async () => {
    const asJson = await loadWith(answers(418, { short: true }, { 'X-Pot': 'tea' }));
    assert.deepEqual([asJson.status, asJson.json(), asJson.headers['x-pot']], [418, { short: true }, 'tea']);
    const asText = await loadWith(answers(503, 'down', { 'Content-Type': 'text/plain' }));
    assert.deepEqual([asText.text, asText.headers['content-type']], ['down', 'text/plain']);
    const empty = await loadWith(answers(204));
    assert.deepEqual([empty.status, empty.text], [204, '']);
  });

  it('redirects', async () => {
    const { status, headers } = await loadWith(redirects('http://elsewhere.example/api/settings', 308));
    assert.deepEqual([status, headers.location], [308, 'http://elsewhere.example/api/settings']);
  });

  it('shows a login page', async () => {
    const { status, headers, text } = await loadWith(loginPage());
    assert.equal(status, 200);
    assert.match(headers['content-type'] ?? '', /^text\/html/);
    assert.match(text, /Sign in/);
  });

  it('alters, mislabels and truncates the right response', async () => {
    service.setRawSettings(minimalSettings);
    const altered = await loadWith(altersAnswer((value) => [value]));
    assert.deepEqual(altered.json(), [minimalSettings]);
    const mislabelled = await loadWith(mislabels('text/plain'));
    assert.deepEqual([mislabelled.headers['content-type'], mislabelled.json()], ['text/plain', minimalSettings]);
    assert.equal((await loadWith(mislabels())).headers['content-type'], undefined);
    const truncated = await loadWith(truncatesJson());
    assert.equal(truncated.text, '{"llm_api_ke');
  });

  it('compresses correctly and incorrectly', async () => {
    service.setRawSettings(minimalSettings);
    const { headers, bytes } = await loadWith(compresses());
    assert.equal(headers['content-encoding'], 'gzip');
    assert.deepEqual(JSON.parse(gunzipSync(bytes).toString()), minimalSettings);
    const broken = await loadWith(breaksCompression());
    assert.throws(() => gunzipSync(broken.bytes));
  });

  it('sends a decompression bomb', async () => {
    const { bytes } = await loadWith(gzipBomb(16 * 2 ** 20));
    assert.ok(bytes.length < 2 ** 15);
    assert.equal(gunzipSync(bytes).length, 16 * 2 ** 20);
  });

  for (const declared of [false, true]) {
    it(`sends too much, ${declared ? 'announced' : 'unannounced'}`, async () => {
      const { bytes, headers } = await loadWith(oversized(1_000_000, { declared }));
      assert.ok(bytes.length > 1_000_000);
      assert.equal(typeof JSON.parse(bytes.toString()), 'string');
      assert.equal(headers['content-length'], declared ? String(bytes.length) : undefined);
    });
  }

  it('sends endlessly until the client closes the connection', async () => {
    service.misbehave('loadSettings', endless());
    const giveUp = new AbortController();
    const answer = assert.rejects(load(service, { signal: giveUp.signal }));
    const request = await service.waitForRequest('loadSettings');
    giveUp.abort();
    await answer;
    assert.equal(await request.outcome, 'lost');
  });

  it('sends more headers than a client accepts', async () => {
    await assert.rejects(loadWith(hugeHeaders(100_000)), { code: 'HPE_HEADER_OVERFLOW' });
  });

  it("sends a response that isn't HTTP", async () => {
    await assert.rejects(loadWith(garbage()), { code: 'HPE_INVALID_CONSTANT' });
  });

  it("rejects a body that hasn't arrived", async () => {
    service.misbehave('startConversation', refusesBody());
    const socket = createConnection(Number(new URL(service.url).port), '127.0.0.1');
    socket.write('POST /api/conversations HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n');
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    assert.match(Buffer.concat(chunks).toString(), /^HTTP\/1\.1 413 /);
    assert.equal((await service.waitForRequest('startConversation')).complete, false);
  });

  describe('drops the connection', () => {
    const stages: readonly (readonly [DropStage, 'conversation' | 'nothing'])[] = [
      ['beforeBody', 'nothing'],
      ['afterBody', 'nothing'],
      ['afterPerforming', 'conversation'],
      ['midHeaders', 'conversation'],
      ['midBody', 'conversation'],
    ];
    for (const [stage, left] of stages) {
      for (const reset of [false, true]) {
        it(`${stage}${reset ? ' with a reset' : ''}, leaving ${left}`, async () => {
          service.misbehave('startConversation', drops(stage, { reset }));
          await assert.rejects(start(service, {}), { code: 'ECONNRESET' });
          const request = await service.waitForRequest('startConversation');
          assert.equal(await request.outcome, 'lost');
          assert.equal(request.complete, stage !== 'beforeBody');
          assert.equal(service.conversations.length, left === 'nothing' ? 0 : 1);
        });
      }
    }

    it('midBody after the head and half of the body', async () => {
      service.misbehave('startConversation', drops('midBody'));
      const socket = createConnection(Number(new URL(service.url).port), '127.0.0.1');
      const head = `POST /api/conversations HTTP/1.1\r\nHost: x\r\nX-Session-API-Key: KEY\r\n`;
      socket.write(`${head}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`);
      const chunks: Buffer[] = [];
      for await (const chunk of socket) chunks.push(chunk as Buffer);
      assert.match(Buffer.concat(chunks).toString(), /^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\n\{"status":"ok"[^}]*$/);
    });
  });

  describe('takes its time', () => {
    it('for some milliseconds', async () => {
      assert.equal((await loadWith(delays(1))).status, 200);
    });

    it('until released', async () => {
      const held = holds();
      service.misbehave('startConversation', held);
      const answer = start(service, {});
      await held.reached;
      assert.deepEqual(service.conversations, []);
      held.release();
      assert.equal((await answer).status, 200);
      assert.equal(service.conversations.length, 1);
    });

    it('until released, after doing what was asked', async () => {
      const held = holds({ performs: true });
      service.misbehave('startConversation', held);
      const answer = start(service, {});
      await held.reached;
      assert.equal(service.conversations.length, 1);
      held.release();
      assert.equal((await answer).status, 200);
      assert.equal(service.conversations.length, 1);
    });

    it('until released, then misbehaves', async () => {
      const held = holds({ then: drops('afterBody') });
      const answer = assert.rejects(loadWith(held));
      await held.reached;
      held.release();
      await answer;
    });

    it('until the client is gone, then does nothing', async () => {
      const held = holds();
      service.misbehave('startConversation', held);
      const giveUp = new AbortController();
      const answer = assert.rejects(start(service, {}, { signal: giveUp.signal }));
      await held.reached;
      giveUp.abort();
      await answer;
      await service.requests[0]!.outcome;
      held.release();
      assert.equal((await load(service)).status, 200);
      assert.deepEqual(service.conversations, []);
    });

    it('forever, after doing what was asked', async () => {
      service.misbehave('startConversation', neverAnswers({ performs: true }));
      const giveUp = new AbortController();
      const answer = assert.rejects(start(service, {}, { signal: giveUp.signal }));
      await service.waitForRequest('startConversation');
      giveUp.abort();
      await answer;
      assert.equal(service.conversations.length, 1);
    });

    it('for each line of the head and each piece of the body', async () => {
      const whole = await load(service);
      assert.deepEqual((await loadWith(slowHeaders(1))).json(), whole.json());
      assert.deepEqual((await loadWith(slowBody(1, 3))).json(), whole.json());
    });

    it('and stops when the service closes', async () => {
      const answer = assert.rejects(loadWith(delays(60_000)));
      await service.waitForRequest('loadSettings');
      await service.close();
      await answer;
    });
  });

  it("doesn't hide its own defects", async () => {
    service.misbehave('loadSettings', {
      name: 'defect',
      answer: () => {
        throw new Error('oops');
      },
    });
    await assert.rejects(load(service));
    await assert.rejects(service.close(), { name: 'AggregateError' });
  });
});
