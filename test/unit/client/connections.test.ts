import assert from 'node:assert/strict';
import net from 'node:net';
import { mock } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { freeAddress } from '../../support/freeAddress';
import { describeClients, failed, operationNames, operations, useService, watchPorts } from './fixture';

describeClients('connections', (httpClient) => {
  const fixture = useService({ httpClient });

  it('uses one connection for consecutive calls', async () => {
    const ports = watchPorts(fixture.service);
    const client = fixture.connect();
    for (const call of [operations.loadSettings, operations.startConversation, operations.loadSettings]) {
      await call(client);
      // undici gives a service that long to close the connection after all.
      await nextTurn();
    }
    assert.deepEqual([ports.size, fixture.service.requests.length], [1, 3]);
  });

  it('makes concurrent calls', async () => {
    const ports = watchPorts(fixture.service);
    const client = fixture.connect();
    await Promise.all(Array.from({ length: 8 }, () => client.loadSettings()));
    // The number of connections that the editor's fetch makes isn't up to the client.
    assert.equal(ports.size, httpClient === 'bundled' ? 4 : 8);
  });

  for (const name of operationNames)
    for (const [kind, address] of [
      ['refused', freeAddress],
      ['nameNotFound', () => 'http://no-such-name.invalid:3000'],
    ] as const)
      it(`reports for ${name} that there was none: ${kind}`, async () => {
        const client = fixture.connect({ baseUrl: await address() });
        assert.deepEqual(await failed(operations[name](client)), [{ kind }, false]);
      });
});

describe('client: connections of its own', () => {
  const fixture = useService();

  afterEach(() => mock.restoreAll());

  it('give each address of a host the time in which a lost packet is repeated', async () => {
    const connect = mock.method(net, 'connect');
    await fixture.connect().loadSettings();
    const [options] = connect.mock.calls[0]!.arguments as readonly unknown[];
    const { autoSelectFamilyAttemptTimeout: time = 0 } = options as net.TcpNetConnectOpts;
    assert.ok(time > 1000, `${time} ms`);
  });
});
