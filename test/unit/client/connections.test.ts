import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { drops } from '../../service/faults';
import { freeAddress } from '../../support/freeAddress';
import { describeClients, errorOf, failed, fault, operationNames, operations, sessionKey, useService } from './fixture';
import { startOn } from '../../support/startOn';

describeClients('connections', (httpClient) => {
  const fixture = useService({ httpClient });

  /** Ports from which the next requests come: one for each connection. */
  function watchPorts(): Set<number | undefined> {
    const ports = new Set<number | undefined>();
    const notes = fault((call) => {
      ports.add(call.incoming.socket.remotePort);
      call.send(call.perform());
    });
    fixture.service.misbehave('any', notes, { times: Infinity });
    return ports;
  }

  it('uses one connection for consecutive calls', async () => {
    const ports = watchPorts();
    const client = fixture.connect();
    for (const call of [operations.loadSettings, operations.startConversation, operations.loadSettings]) {
      await call(client);
      // undici gives a service that long to close the connection after all.
      await nextTurn();
    }
    assert.deepEqual([ports.size, fixture.service.requests.length], [1, 3]);
  });

  it('continues with another one after it broke', async () => {
    const client = fixture.connect();
    fixture.service.misbehave('startConversation', drops('midBody', { reset: true }));
    assert.equal((await errorOf(startOn(client, {}))).sent, true);
    assert.equal((await startOn(client, {})).status, 'ok');
  });

  it('makes concurrent calls', async () => {
    const ports = watchPorts();
    const client = fixture.connect();
    await Promise.all(Array.from({ length: 8 }, () => client.loadSettings()));
    // The number of connections that the editor's fetch makes isn't up to the client.
    assert.equal(ports.size, httpClient === 'bundled' ? 4 : 8);
  });

  for (const name of operationNames) {
    it(`reports for ${name} that the connection was refused`, async () => {
      const ending = await failed(operations[name](fixture.connect({ baseUrl: await freeAddress() })));
      assert.deepEqual(ending, [{ kind: 'refused' }, false]);
    });

    it(`reports for ${name} that the host name wasn't found`, async () => {
      const client = fixture.connect({ baseUrl: 'http://no-such-name.invalid:3000' });
      assert.deepEqual(await failed(operations[name](client)), [{ kind: 'nameNotFound' }, false]);
    });

    it(`doesn't know whether ${name} was received if the connection is lost at once`, async () => {
      fixture.service.misbehave(name, drops('beforeBody', { reset: true }), { times: 2 });
      assert.deepEqual(await failed(operations[name](fixture.connect())), [{ kind: 'connectionLost' }, true]);
    });
  }
});

describeClients('redirects', (httpClient) => {
  const fixture = useService({ httpClient });

  const locations: readonly [string, string][] = [
    ['/elsewhere', '{url}/elsewhere'],
    ['//other.example/a', 'http://other.example/a'],
    ['https://user:password@other.example/a#b', 'https://other.example/a'],
    [`https://other.example/${sessionKey}`, 'https://other.example/[redacted]'],
    [`https://${sessionKey}.example/sign-in`, '[redacted]/sign-in'],
    ['/sign-in/ghp_16C7e42F292c6912E7710c838347Ae178B4a', '{url}/sign-in/[redacted]'],
    [
      'https://other.example/[Sign-in](command:workbench.action.quit)$(flame)',
      'https://other.example/%5bSign-in%5d%28command:workbench.action.quit%29%24%28flame%29',
    ],
    [`https://other.example/${'a'.repeat(1000)}`, `https://other.example/${'a'.repeat(178)}`],
    ['http://[', ''],
    ['javascript:alert(1)', ''],
    ['', ''],
  ];
  for (const [location, told] of locations)
    it(`says where "${location.slice(0, 40)}" points`, async () => {
      fixture.service.misbehave(
        'loadSettings',
        fault((call) => void call.outgoing.writeHead(302, { location }).end()),
      );
      const { failure } = await errorOf(fixture.connect().loadSettings());
      assert.deepEqual(failure, {
        kind: 'redirect',
        status: 302,
        location: told.replace('{url}', fixture.service.url),
      });
    });

  it('says if a redirect points nowhere', async () => {
    fixture.service.misbehave(
      'loadSettings',
      fault((call) => void call.outgoing.writeHead(304).end()),
    );
    const { failure } = await errorOf(fixture.connect().loadSettings());
    assert.deepEqual(failure, { kind: 'redirect', status: 304, location: '' });
  });
});
