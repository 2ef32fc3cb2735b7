import assert from 'node:assert/strict';
import { drops, type Fault } from '../../service/faults';
import { describeClients, errorOf, fault, useService, watchPorts } from './fixture';

describeClients('a read whose connection is lost', (httpClient) => {
  const fixture = useService({ httpClient });
  const beforeAnswer = drops('beforeBody', { reset: true });
  const interim = fault(({ outgoing, incoming: { socket } }) => {
    outgoing.writeEarlyHints({ link: '</a>; rel=preload' }, () => socket.end());
  });

  // That a start isn't sent again is in `failures.test.ts`.
  const rows: readonly (readonly [
    what: string,
    lost: Fault,
    times: number,
    answered: boolean | 'read',
    sent: number,
  ])[] = [
    ['is sent once more if no answer came', beforeAnswer, 1, 'read', 2],
    ['is sent once more if only an interim response came', interim, 1, 'read', 2],
    ['is sent no third time', beforeAnswer, Infinity, false, 2],
    ["isn't sent again once the headers of an answer have come", drops('midBody', { reset: true }), 1, true, 1],
  ];
  for (const [what, lost, times, answered, sent] of rows)
    for (const retrySettings of [false, true])
      it(`${what} (${retrySettings ? 'retries' : 'no retries'})`, async () => {
        fixture.service.misbehave('any', lost, { times });
        const read = fixture.connect({ retrySettings }).loadSettings();
        if (answered === 'read') assert.equal((await read)['language'], 'en');
        else {
          const error = await errorOf(read);
          const expected = [{ kind: 'connectionLost' }, true, answered];
          assert.deepEqual([error.failure, error.sent, error.answered], expected);
        }
        assert.equal(fixture.service.requests.length, sent);
      });

  it("isn't sent again after it was canceled", async () => {
    const canceling = new AbortController();
    const read = fixture.connect().loadSettings(canceling.signal);
    const cancels = fault(({ incoming: { socket } }) => {
      canceling.abort();
      socket.resetAndDestroy();
    });
    fixture.service.misbehave('any', cancels);
    assert.deepEqual((await errorOf(read)).failure, { kind: 'cancelled' });
    assert.equal(fixture.service.requests.length, 1);
  });

  if (httpClient === 'vscode') return;

  it('is sent again on a new connection, although others are kept that the service closes, too', async () => {
    const client = fixture.connect();
    const used = watchPorts(fixture.service, 4);
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
