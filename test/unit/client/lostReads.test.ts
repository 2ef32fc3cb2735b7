import assert from 'node:assert/strict';
import type { Client } from '../../../src/client/client';
import { ServiceError } from '../../../src/client/serviceError';
import { drops } from '../../service/faults';
import { startOn } from '../../support/startOn';
import { describeClients, errorOf, fault, useService } from './fixture';

const id = '0b7f5b0e7a314a579f5e3d1f6a0c1a11';

/** Everything that is read of a service, by the API that has it. */
const reads: readonly (readonly [api: 'v0' | 'v1', name: string, read: (client: Client) => Promise<unknown>])[] = [
  ['v0', 'loadSettings', (client) => client.loadSettings()],
  ['v0', 'conversations', (client) => client.status.conversations(['asked-for'])],
  ['v1', 'loadSettings', (client) => client.loadSettings()],
  ['v1', 'conversations', (client) => client.status.conversations([id])],
  ['v1', 'startTask', (client) => client.preparation!.startTask(id)],
  ['v1', 'newestEvents', (client) => client.answers!.newestEvents(id, ['MessageEvent'])],
  ['v1', 'waitingActions', (client) => client.answers!.waitingActions(id)],
  ['v1', 'modelNames', (client) => client.models!.modelNames()],
  ['v1', 'newestStarts', (client) => client.preparation!.newestStarts(0)],
];

describeClients('a read whose connection is lost', (httpClient) => {
  const v0 = useService({ httpClient });
  const v1 = useService({ httpClient, api: 'v1' });
  const fixtures = { v0, v1 };

  for (const [api, name, read] of reads)
    it(`is sent once more if no answer came: ${name} of ${api}`, async () => {
      const fixture = fixtures[api];
      fixture.service.misbehave('any', drops('beforeBody', { reset: true }));
      const outcome = await read(fixture.connect()).catch((error: unknown) => error);
      assert.ok(!(outcome instanceof ServiceError) || outcome.failure.kind === 'status', String(outcome));
      assert.equal(fixture.service.requests.length, 2);
    });

  it('is sent no third time', async () => {
    v0.service.misbehave('any', drops('beforeBody', { reset: true }), { times: Infinity });
    const error = await errorOf(v0.connect({ repeatReads: true }).loadSettings());
    assert.deepEqual([error.failure, error.sent, v0.service.requests.length], [{ kind: 'connectionLost' }, true, 2]);
  });

  it("isn't sent again once the headers of an answer have come", async () => {
    v0.service.misbehave('any', drops('midBody', { reset: true }));
    const error = await errorOf(v0.connect({ repeatReads: true }).loadSettings());
    assert.deepEqual([error.failure, error.sent, v0.service.requests.length], [{ kind: 'connectionLost' }, true, 1]);
  });

  it("isn't sent again after it was canceled", async () => {
    const canceling = new AbortController();
    const read = v0.connect().loadSettings(canceling.signal);
    v0.service.misbehave(
      'any',
      fault(({ incoming: { socket } }) => {
        canceling.abort();
        socket.resetAndDestroy();
      }),
    );
    assert.deepEqual((await errorOf(read)).failure, { kind: 'cancelled' });
    assert.equal(v0.service.requests.length, 1);
  });

  it('leaves a start alone, which may have arrived', async () => {
    v0.service.misbehave('any', drops('beforeBody', { reset: true }));
    const error = await errorOf(startOn(v0.connect({ repeatReads: true }), {}));
    assert.deepEqual([error.failure, error.sent, v0.service.requests.length], [{ kind: 'connectionLost' }, true, 1]);
  });

  if (httpClient === 'vscode') return;

  it('is sent again on a new connection, although others are kept that the service closes, too', async () => {
    const client = v0.connect();
    const used = new Set<number | undefined>();
    const notes = fault((call) => {
      used.add(call.incoming.socket.remotePort);
      call.send(call.perform());
    });
    v0.service.misbehave('any', notes, { times: 4 });
    await Promise.all(Array.from({ length: 4 }, () => client.loadSettings()));
    assert.equal(used.size, 4);

    const closesUsed = fault((call) => {
      const { socket } = call.incoming;
      if (used.has(socket.remotePort)) socket.resetAndDestroy();
      else call.send(call.perform());
    });
    v0.service.misbehave('any', closesUsed, { times: Infinity });
    assert.equal((await client.loadSettings())['language'], 'en');
    assert.equal(v0.service.requests.length, 6);
  });
});
