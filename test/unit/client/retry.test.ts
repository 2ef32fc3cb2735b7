import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import type { ClientOptions } from '../../../src/client/client';
import { StageServer } from '../outcomes/stageServer';
import { answers, neverAnswers } from '../../service/faults';
import { tooManyRequests } from '../../service/realServers';
import { errorOf, fault, operations, useService } from './fixture';
import { startOn } from '../../support/startOn';

const soon = { 'retry-after': '0' };

describe('client: retries', () => {
  const fixture = useService();
  const connect = (more: Partial<ClientOptions> = {}) => fixture.connect({ retrySettings: true, ...more });
  const sent = () => fixture.service.requests.length;

  for (const status of [429, 503]) {
    for (const times of [1, 2, 3])
      it(`${times < 3 ? 'reads again' : 'gives up'} after ${times} times ${status} with a wait`, async () => {
        fixture.service.misbehave('loadSettings', answers(status, {}, soon), { times });
        const reading = connect().loadSettings();
        if (times < 3) assert.equal((await reading)['language'], 'en');
        else assert.deepEqual((await errorOf(reading)).failure, { kind: 'status', status, retryAfterSeconds: 0 });
        assert.equal(sent(), Math.min(times + 1, 3));
      });

    it(`never starts a conversation again after ${status}`, async () => {
      fixture.service.misbehave('startConversation', answers(status, {}, soon));
      const { failure } = await errorOf(startOn(connect(), {}));
      assert.deepEqual([failure, sent()], [{ kind: 'status', status, retryAfterSeconds: 0 }, 1]);
    });
  }

  it('waits as long as the service says', async () => {
    fixture.service.misbehave('loadSettings', tooManyRequests({ retryAfter: '1' }));
    const began = performance.now();
    await connect().loadSettings();
    // Timers may be early by a fraction.
    assert.ok(performance.now() - began >= 990);
  });

  const told: readonly [string, ReturnType<typeof answers>, number, Partial<ClientOptions>?][] = [
    ['a wait of more than ten seconds', answers(429, {}, { 'retry-after': '11' }), 429],
    ['a wait that would end past the deadline', answers(429, {}, { 'retry-after': '5' }), 429, { timeoutSeconds: 4 }],
    ['no wait', answers(429, {}), 429],
    ['an infinite wait', answers(503, {}, { 'retry-after': '9'.repeat(400) }), 503],
    ['another status with a wait', answers(500, {}, soon), 500],
    ['a wait if no retries were requested', answers(429, {}, soon), 429, { retrySettings: false }],
  ];
  for (const [what, theFault, status, options] of told)
    it(`reports ${what} at once`, async () => {
      fixture.service.misbehave('loadSettings', theFault);
      const { failure } = await errorOf(connect(options).loadSettings());
      assert.deepEqual([failure.kind === 'status' && failure.status, sent()], [status, 1]);
    });

  it('has one deadline for the read and its retries', async () => {
    fixture.service.misbehave('loadSettings', answers(429, {}, soon));
    fixture.service.misbehave('loadSettings', neverAnswers());
    const { failure } = await errorOf(connect({ timeoutSeconds: 0.5 }).loadSettings());
    assert.deepEqual([failure, sent()], [{ kind: 'timeout', seconds: 0.5 }, 2]);
  });

  for (const who of ['the user', 'closing'])
    it(`is interrupted in its wait by ${who}, at once`, async () => {
      const client = connect();
      const cancelling = new AbortController();
      const answered: PromiseWithResolvers<void> = Promise.withResolvers();
      const putsOff = fault(
        ({ outgoing }) => void outgoing.writeHead(429, { 'retry-after': '9' }).end('{}', answered.resolve),
      );
      fixture.service.misbehave('loadSettings', putsOff);
      const outcome = errorOf(client.loadSettings(cancelling.signal));
      await answered.promise;
      const began = performance.now();
      if (who === 'closing') void client.close();
      else cancelling.abort();
      assert.deepEqual([(await outcome).failure, sent()], [{ kind: 'cancelled' }, 1]);
      assert.ok(performance.now() - began < 1000);
      assert.equal(getEventListeners(cancelling.signal, 'abort').length, 0);
    });

  it('makes two more connections if there was none', async () => {
    const refusing = await StageServer.start((socket) => socket.destroy());
    try {
      // The TLS handshake fails before any of the request is sent.
      const baseUrl = `https://${refusing.host}`;
      for (const [operation, expected] of [
        ['loadSettings', 3],
        ['startConversation', 4],
      ] as const) {
        const error = await errorOf(operations[operation](connect({ baseUrl })));
        assert.deepEqual([error.failure, error.sent], [{ kind: 'connectionLost' }, false]);
        assert.equal(refusing.connections, expected);
      }
    } finally {
      await refusing.close();
    }
  });
});
