import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { inspect } from 'node:util';
import type { NetworkOptions } from '../../../src/client/network';
import { mayHaveStarted, type Failure, type ProxyReason } from '../../../src/client/serviceError';
import { holds } from '../../service/faults';
import type { ConnectProxyOptions } from '../../support/connectProxy';
import { errorOf, operationNames, operations, sessionKey } from './fixture';
import { serviceName, useProxies, type Scheme } from './proxyFixture';
import { startOn } from '../../support/startOn';
import { bothEnds } from '../../support/tags';

const schemes: readonly Scheme[] = ['http', 'https'];
const credentials = { user: 'us er', password: 'p@ss:w%' };
const userInfo = `${encodeURIComponent(credentials.user)}:${encodeURIComponent(credentials.password)}`;
const basic = `Basic ${Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64')}`;

const withUser = (url: string, user: string) => url.replace('://', `://${user}@`);

bothEnds("Sockets and TLS are Node's own.").describe('client: through a proxy', () => {
  const fixture = useProxies();

  for (const scheme of schemes) {
    for (const name of operationNames)
      it(`reaches a service over ${scheme} that only the proxy knows (${name})`, async () => {
        const proxy = await fixture.proxy(scheme);
        await operations[name](fixture.connect(scheme, { proxy: { url: proxy.url } }));
        const [seen, ...more] = proxy.requests;
        assert.deepEqual(more, []);
        assert.equal(seen?.method, scheme === 'https' ? 'CONNECT' : name === 'loadSettings' ? 'GET' : 'POST');
        const request = await fixture.service(scheme).waitForRequest(name);
        assert.equal(request.headers['host'], serviceName);
      });

    it(`uses one connection through it for consecutive calls (${scheme})`, async () => {
      const proxy = await fixture.proxy(scheme);
      const client = fixture.connect(scheme, { proxy: { url: proxy.url } });
      for (const call of [operations.loadSettings, operations.startConversation, operations.loadSettings]) {
        await call(client);
        // undici gives a service that long to close the connection after all.
        await nextTurn();
      }
      assert.equal(proxy.connections, 1);
    });

    const ways: readonly [string, (url: string) => NetworkOptions['proxy']][] = [
      ['in its address', (url) => ({ url: withUser(url, userInfo) })],
      ['in http.proxyAuthorization', (url) => ({ url, authorization: basic })],
      ['in both, of which the setting wins', (url) => ({ url: withUser(url, 'a:b'), authorization: basic })],
    ];
    for (const [where, proxyOf] of ways)
      it(`authenticates to it, ${where}, and to no other host (${scheme})`, async () => {
        const proxy = await fixture.proxy(scheme, { credentials });
        await startOn(fixture.connect(scheme, { proxy: proxyOf(proxy.url)! }), {});
        assert.equal(proxy.requests[0]?.headers['proxy-authorization'], basic);
        const { headers } = await fixture.service(scheme).waitForRequest('startConversation');
        const wrong = Object.keys(headers).filter((header) => header.startsWith('proxy-'));
        assert.deepEqual(wrong, []);
      });

    it(`uses a proxy with TLS (${scheme})`, async () => {
      const tls = fixture.authority.issue({ names: ['127.0.0.1'] });
      const proxy = await fixture.proxy(scheme, { tls });
      const answer = await startOn(fixture.connect(scheme, { proxy: { url: proxy.url } }), {});
      assert.deepEqual([answer.status, proxy.requests.length], ['ok', 1]);
    });
  }

  for (const [scheme, canRead] of [
    ['https', false],
    ['http', true],
  ] as const)
    it(`${canRead ? 'shows' : 'never shows'} it the session key and the message for a service over ${scheme}`, async () => {
      const proxy = await fixture.proxy(scheme);
      const client = fixture.connect(scheme, { proxy: { url: proxy.url } });
      await client.loadSettings();
      await startOn(client, { initial_user_msg: 'For the service' });
      assert.deepEqual([proxy.couldRead(sessionKey), proxy.couldRead('For the service')], [canRead, canRead]);
      if (!canRead) assert.deepEqual(Object.keys(proxy.requests[0]!.headers).sort(), ['connection', 'host']);
    });

  it('asks it for an IPv6 address in brackets', async () => {
    const proxy = await fixture.proxy('https', { misbehaves: { kind: 'refuses', status: 502 } });
    for (const baseUrl of ['https://[2001:db8::1]:8443', 'https://[2001:db8::1]'])
      await errorOf(fixture.connect('https', { proxy: { url: proxy.url } }, { baseUrl }).loadSettings());
    const targets = proxy.requests.map(({ target }) => target);
    assert.deepEqual(targets, ['[2001:db8::1]:8443', '[2001:db8::1]:443']);
  });
});

bothEnds("Sockets and TLS are Node's own.").describe('client: a proxy that repeats what it was told', () => {
  const fixture = useProxies();
  const forms = [credentials.password, basic, basic.slice('Basic '.length).replace(/=+$/, '')];

  for (const name of operationNames)
    for (const scheme of schemes)
      for (const where of ['in its address', 'in http.proxyAuthorization'] as const)
        it(`doesn't disclose it (${name}, ${scheme}, ${where})`, async () => {
          const proxy = await fixture.proxy(scheme, { misbehaves: { kind: 'echoes', status: 403 } });
          const told =
            where === 'in its address'
              ? { url: withUser(proxy.url, userInfo) }
              : { url: proxy.url, authorization: basic };
          const error = await errorOf(operations[name](fixture.connect(scheme, { proxy: told })));
          assert.equal(proxy.requests[0]?.headers['proxy-authorization'], basic);
          const text = inspect(error, { depth: Infinity, showHidden: true });
          for (const form of forms) assert.ok(!text.includes(form), text);
          if (scheme === 'http') assert.match(text, /status 403 \(\[redacted\]\)/);
        });
});

const byProxy = (reason: ProxyReason, status?: number): Failure => ({
  kind: 'proxy',
  reason,
  ...(status !== undefined && { status }),
});
const at = (url: string): Partial<NetworkOptions> => ({ proxy: { url } });

/** Behavior of the proxy and the reported failure. In none of these has the request been sent to the service. */
// prettier-ignore
const refusals: readonly [string, ConnectProxyOptions, Partial<NetworkOptions>, Failure][] = [
  ['asks for credentials', { credentials }, {}, byProxy('credentials', 407)],
  ['rejects the credentials', { credentials }, at('http://wrong:wrong@{host}'), byProxy('credentials', 407)],
  ['forbids the target', { misbehaves: { kind: 'refuses', status: 403 } }, {}, byProxy('status', 403)],
  ["can't reach the service", { misbehaves: { kind: 'refuses', status: 502 } }, {}, byProxy('status', 502)],
  ["can't resolve the name", { names: { [serviceName]: 'http://127.0.0.1:1' } }, {}, byProxy('status', 502)],
  ['closes the connection while it is asked', { misbehaves: { kind: 'closes' } }, {}, byProxy('connectionLost')],
  ['dies while TLS with the service begins', { misbehaves: { kind: 'dies', afterBytes: 10 } }, {}, { kind: 'connectionLost' }],
  ["doesn't exist", {}, at('http://127.0.0.1:1'), byProxy('refused')],
  ["has a host name that doesn't exist", {}, at('http://no-such-proxy.invalid:8080'), byProxy('nameNotFound')],
  ["doesn't use TLS", {}, at('https://{host}'), byProxy('tls')],
  ['uses SOCKS', {}, at('socks5://{host}'), byProxy('badAddress')],
  ['has a password that is read as its host', {}, at('http://user:12#s3cret@{host}'), byProxy('badAddress')],
  ['has an invalid URL', {}, at('http://['), byProxy('badAddress')],
  ['is given a header of two lines', {}, { proxy: { url: 'http://{host}', authorization: 'Basic a\r\nX-Other: b' } }, byProxy('badAddress')],
];

bothEnds("Sockets and TLS are Node's own.").describe('client: a proxy that', () => {
  const fixture = useProxies();

  for (const name of operationNames) {
    for (const [what, options, network, failure] of refusals)
      it(`${what} (${name}): nothing is sent to the service`, async () => {
        const proxy = await fixture.proxy('https', options);
        const url = (network.proxy?.url ?? 'http://{host}').replace('{host}', proxy.host);
        const error = await errorOf(operations[name](fixture.connect('https', { proxy: { ...network.proxy, url } })));
        assert.deepEqual([error.failure, error.sent, mayHaveStarted(error)], [failure, false, false]);
        assert.equal(fixture.service('https').requests.length, 0);
        assert.equal(proxy.couldRead(sessionKey), false);
        assert.ok(!JSON.stringify(error).includes('wrong'), 'the route names no user');
      });

    it(`has a certificate for another name (${name}): it is tried once, and nothing is sent`, async () => {
      const tls = fixture.authority.issue({ names: ['another.test'] });
      const proxy = await fixture.proxy('https', { tls });
      const { failure, sent } = await errorOf(
        operations[name](fixture.connect('https', { proxy: { url: proxy.url } })),
      );
      assert.deepEqual([failure, sent, proxy.requests.length], [byProxy('tls'), false, 0]);
    });

    it(`never answers (${name}): the call ends at the deadline, unsent, and its connection with the client`, async () => {
      const proxy = await fixture.proxy('https', { misbehaves: { kind: 'mute' } });
      const client = fixture.connect('https', { proxy: { url: proxy.url } }, { timeoutSeconds: 0.3 });
      const { failure, sent } = await errorOf(operations[name](client));
      assert.deepEqual([failure, sent], [{ kind: 'timeout', seconds: 0.3 }, false]);
      assert.equal(proxy.openSockets, 1);
      const gone = proxy.lastConnectionClosed();
      await client.close();
      await gone;
    });
  }

  for (const scheme of schemes) {
    it(`dies after a start was sent over ${scheme}, which may have been received`, async () => {
      const proxy = await fixture.proxy(scheme);
      const waiting = holds({ performs: true });
      fixture.service(scheme).misbehave('startConversation', waiting);
      const outcome = errorOf(startOn(fixture.connect(scheme, { proxy: { url: proxy.url } }), {}));
      await waiting.reached;
      proxy.dropConnections();
      const { failure, sent, route } = await outcome;
      assert.deepEqual([failure, sent], [{ kind: 'connectionLost' }, true]);
      assert.deepEqual(route, { kind: 'proxy', host: proxy.host });
      waiting.release();
    });

    it(`dies after a read was sent over ${scheme}, which is sent again on another connection to it`, async () => {
      const proxy = await fixture.proxy(scheme);
      const waiting = holds({ performs: true });
      fixture.service(scheme).misbehave('loadSettings', waiting);
      const settings = fixture.connect(scheme, { proxy: { url: proxy.url } }).loadSettings();
      await waiting.reached;
      proxy.dropConnections();
      assert.equal((await settings)['language'], 'en');
      assert.equal(fixture.service(scheme).requests.length, 2);
      waiting.release();
    });
  }
});
