import assert from 'node:assert/strict';
import { drops } from '../../service/faults';
import { startOn } from '../../support/startOn';
import { describeClients, errorOf, fault, useService } from './fixture';

describeClients('a read whose connection is lost', (httpClient) => {
  const fixture = useService({ httpClient });

  it('is sent once more if no answer came', async () => {
    fixture.service.misbehave('any', drops('beforeBody', { reset: true }));
    assert.equal((await fixture.connect().loadSettings())['language'], 'en');
    assert.equal(fixture.service.requests.length, 2);
  });

  it('is sent once more if only an interim response came', async () => {
    const interim = fault(({ outgoing, incoming: { socket } }) => {
      outgoing.writeEarlyHints({ link: '</a>; rel=preload' }, () => socket.end());
    });
    fixture.service.misbehave('any', interim);
    assert.equal((await fixture.connect().loadSettings())['language'], 'en');
    assert.equal(fixture.service.requests.length, 2);
  });

  it('is sent no third time', async () => {
    fixture.service.misbehave('any', drops('beforeBody', { reset: true }), { times: Infinity });
    const error = await errorOf(fixture.connect({ retrySettings: true }).loadSettings());
    assert.deepEqual(
      [error.failure, error.sent, fixture.service.requests.length],
      [{ kind: 'connectionLost' }, true, 2],
    );
  });

  it("isn't sent again once the headers of an answer have come", async () => {
    fixture.service.misbehave('any', drops('midBody', { reset: true }));
    const error = await errorOf(fixture.connect({ retrySettings: true }).loadSettings());
    assert.deepEqual(
      [error.failure, error.sent, error.answered, fixture.service.requests.length],
      [{ kind: 'connectionLost' }, true, true, 1],
    );
  });

  it("isn't sent again after it was canceled", async () => {
    const canceling = new AbortController();
    const read = fixture.connect().loadSettings(canceling.signal);
    fixture.service.misbehave(
      'any',
      fault(({ incoming: { socket } }) => {
        canceling.abort();
        socket.resetAndDestroy();
      }),
    );
    assert.deepEqual((await errorOf(read)).failure, { kind: 'cancelled' });
    assert.equal(fixture.service.requests.length, 1);
  });

  it('leaves a start alone, which may have arrived', async () => {
    fixture.service.misbehave('any', drops('beforeBody', { reset: true }));
    const error = await errorOf(startOn(fixture.connect({ retrySettings: true }), {}));
    assert.deepEqual(
      [error.failure, error.sent, fixture.service.requests.length],
      [{ kind: 'connectionLost' }, true, 1],
    );
  });

  if (httpClient === 'vscode') return;

  it('is sent again on a new connection, although others are kept that the service closes, too', async () => {
    const client = fixture.connect();
    const used = new Set<number | undefined>();
    const notes = fault((call) => {
      used.add(call.incoming.socket.remotePort);
      call.send(call.perform());
    });
    fixture.service.misbehave('any', notes, { times: 4 });
    await Promise.all(Array.from({ length: 4 }, () => client.loadSettings()));
    assert.equal(used.size, 4);

    const closesUsed = fault((call) => {
      const { socket } = call.incoming;
      if (used.has(socket.remotePort)) socket.resetAndDestroy();
      else call.send(call.perform());
    });
    fixture.service.misbehave('any', closesUsed, { times: Infinity });
    assert.equal((await client.loadSettings())['language'], 'en');
    assert.equal(fixture.service.requests.length, 6);
  });
});
