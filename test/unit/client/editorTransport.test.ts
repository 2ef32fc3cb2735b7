import assert from 'node:assert/strict';
import { hasSubscribers, subscribe, unsubscribe } from 'node:diagnostics_channel';
import { getEventListeners, once } from 'node:events';
import process from 'node:process';
import { Agent, interceptors, ProxyAgent, type Dispatcher } from 'undici';
import { failureOfFetch } from '../../../src/client/node/failureOf';
import type { Failure } from '../../../src/client/common/serviceError';
import { ConnectProxy, type ConnectProxyOptions } from '../../support/connectProxy';
import { answers, drops, holds, redirects } from '../../service/faults';
import { freeAddress } from '../../support/freeAddress';
import { errorOf, fault, operationNames, operations, sessionKey, useService } from './fixture';

type Fetch = typeof fetch;
type Init = RequestInit & { readonly dispatcher?: unknown };

/** VS Code's way of doing it: Node's fetch with the dispatcher of another undici. */
function fetchThrough(dispatcher: Dispatcher, wait: Promise<unknown> = Promise.resolve()): Fetch {
  const original = globalThis.fetch;
  return async (input, init: Init = {}) => {
    assert.equal(init.dispatcher === undefined, true, 'a dispatcher would switch the search for a proxy off');
    assert.equal(typeof input, 'string');
    await wait;
    return original(input, Object.assign({ ...init }, { dispatcher }));
  };
}

/** Bytes in place of a response, after which only the client ends the connection. */
function saysAndWaits(bytes: string) {
  let ended: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => (ended = resolve));
  const waits = fault(({ incoming: { socket } }) => {
    void once(socket, 'close').then(ended, ended);
    socket.write(bytes);
  });
  return { ...waits, closed };
}

/** Uncaught errors meanwhile; mocha, which would end the test, doesn't see them. */
async function escapedDuring(act: () => Promise<void>): Promise<readonly unknown[]> {
  const others = process.listeners('uncaughtException');
  const escaped: unknown[] = [];
  const listener = (error: unknown) => escaped.push(error);
  process.removeAllListeners('uncaughtException').on('uncaughtException', listener);
  try {
    await act();
  } finally {
    process.off('uncaughtException', listener);
    for (const other of others) process.on('uncaughtException', other);
  }
  return escaped;
}

describe("client (vscode): the editor's fetch", () => {
  const fixture = useService({ httpClient: 'vscode' });
  const original = globalThis.fetch;
  const dispatchers: Dispatcher[] = [];

  afterEach(async () => {
    globalThis.fetch = original;
    await Promise.all(dispatchers.splice(0).map((dispatcher) => dispatcher.destroy()));
  });

  function through(dispatcher: Dispatcher, wait?: Promise<unknown>): void {
    dispatchers.push(dispatcher);
    globalThis.fetch = fetchThrough(dispatcher, wait);
  }

  it('is looked up on each call, and bypasses every cache and sends no cookies or referrer', async () => {
    const client = fixture.connect();
    const inits: RequestInit[] = [];
    globalThis.fetch = (input, init) => {
      inits.push(init!);
      return original(input, init);
    };
    await client.loadSettings();
    const { redirect, credentials, referrerPolicy } = inits[0]!;
    const cache: unknown = Reflect.get(inits[0]!, 'cache');
    assert.deepEqual([redirect, credentials, referrerPolicy, cache], ['manual', 'omit', 'no-referrer', 'no-store']);
    assert.equal('dispatcher' in inits[0]!, false);
  });

  it('can use another undici, and what was sent is known anyway', async () => {
    through(new Agent());
    const client = fixture.connect();
    assert.equal((await client.loadSettings())['language'], 'en');
    fixture.service.misbehave('startConversation', drops('beforeBody', { reset: true }));
    assert.equal((await errorOf(client.startConversation({}))).sent, true);
    const { failure, sent } = await errorOf(fixture.connect({ baseUrl: await freeAddress() }).startConversation({}));
    assert.deepEqual([failure, sent], [{ kind: 'refused' }, false]);
  });

  it('tells each of many concurrent calls from the others', async () => {
    const client = fixture.connect();
    const nobody = fixture.connect({ baseUrl: await freeAddress() });
    fixture.service.misbehave('startConversation', drops('afterBody'), { times: Infinity });
    const calls = Array.from({ length: 20 }, (_, index) =>
      errorOf((index % 2 ? client : nobody).startConversation({})).then(({ sent }) => sent === (index % 2 === 1)),
    );
    const others = Array.from({ length: 5 }, () => original(fixture.service.url).then((answer) => answer.text()));
    assert.deepEqual(new Set(await Promise.all(calls)), new Set([true]));
    await Promise.all(others);
  });

  it('may have sent a request about which nothing was reported', async () => {
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    const { failure, sent } = await errorOf(fixture.connect().startConversation({}));
    assert.deepEqual([failure, sent], [{ kind: 'unknown', code: 'TypeError' }, true]);
  });

  for (const begun of [true, false])
    it(`${begun ? 'reports' : "doesn't report"} a response that isn't HTTP if Node's parser fails an assertion`, () => {
      const error = Object.assign(new Error('false == true'), { code: 'ERR_ASSERTION' });
      const expected: Failure = begun
        ? { kind: 'notJson', status: 0, html: false }
        : { kind: 'unknown', code: 'ERR_ASSERTION' };
      assert.deepEqual(failureOfFetch(error, { begun, status: 0, tunnel: 'none' }), expected);
    });

  for (const name of operationNames) {
    it(`doesn't exceed the timeout while it looks for its route (${name})`, async () => {
      let goOn: () => void = () => undefined;
      through(new Agent(), new Promise<void>((resolve) => (goOn = resolve)));
      const late = await errorOf(operations[name](fixture.connect({ timeoutSeconds: 0.1 })));
      assert.deepEqual(late.failure, { kind: 'timeout', seconds: 0.1 });
      const cancelling = new AbortController();
      const cancelled = errorOf(operations[name](fixture.connect(), cancelling.signal));
      cancelling.abort();
      assert.equal((await cancelled).failure.kind, 'cancelled');
      goOn();
      globalThis.fetch = original;
      await fixture.connect().loadSettings();
      assert.equal(fixture.service.requests.length, 1, 'nothing leaves later');
    });

    it(`leaves nothing behind (${name})`, async () => {
      const { signal } = new AbortController();
      const client = fixture.connect();
      const waiting = holds();
      fixture.service.misbehave(name, waiting);
      const first = errorOf(operations[name](client, signal));
      await waiting.reached;
      await client.close();
      await first;
      waiting.release();
      assert.equal(getEventListeners(signal, 'abort').length, 0);
      for (const channel of ['undici:request:create', 'undici:client:sendHeaders', 'undici:request:headers'])
        assert.equal(hasSubscribers(channel), false, channel);
    });

    for (const status of [200, 503]) {
      it(`treats more codings than fetch accepts as an invalid response, and none of their errors escapes: ${status} (${name})`, async () => {
        const codings = 'content-encoding: br, br, br\r\ncontent-encoding: br, br, br\r\n';
        const begins = `HTTP/1.1 ${status} OK\r\n${codings}content-length: 9\r\n\r\n{}`;
        const said = saysAndWaits(begins);
        fixture.service.misbehave(name, said);
        const escaped = await escapedDuring(async () => {
          const { failure, sent } = await errorOf(operations[name](fixture.connect()));
          const expected: Failure =
            status === 200 ? { kind: 'notJson', status, html: false } : { kind: 'status', status };
          assert.deepEqual([failure, sent], [expected, true]);
          await said.closed;
        });
        assert.deepEqual(escaped, []);
      });
    }

    it(`doesn't send again by itself: 421 (${name})`, async () => {
      fixture.service.misbehave(name, answers(421, {}));
      const { failure, sent } = await errorOf(operations[name](fixture.connect()));
      assert.deepEqual([failure, sent], [{ kind: 'status', status: 421 }, true]);
      assert.equal(fixture.service.requests.length, 1);
    });

    it(`doesn't send again through another dispatcher: 503 (${name})`, async () => {
      const again = interceptors.retry({ methods: ['GET', 'POST'], statusCodes: [503], minTimeout: 1 });
      through(new Agent().compose(again));
      fixture.service.misbehave(name, answers(503, {}));
      const { failure, sent } = await errorOf(operations[name](fixture.connect()));
      assert.deepEqual([failure, sent], [{ kind: 'status', status: 503 }, true]);
      assert.equal(fixture.service.requests.length, 1);
    });

    it(`doesn't follow a redirect through another dispatcher (${name})`, async () => {
      through(new Agent().compose(interceptors.redirect({ maxRedirections: 3 })));
      fixture.service.misbehave(name, redirects('/elsewhere'));
      const { failure, sent } = await errorOf(operations[name](fixture.connect()));
      assert.deepEqual([failure.kind, sent], ['redirect', true]);
      assert.equal(fixture.service.requests.length, 1);
    });
  }
});

describe("client (vscode): a proxy that the editor's fetch finds", () => {
  const fixture = useService({ httpClient: 'vscode' });
  const original = globalThis.fetch;
  let proxy: ConnectProxy;
  let dispatcher: Dispatcher | undefined;

  afterEach(async () => {
    globalThis.fetch = original;
    await dispatcher?.destroy();
    await proxy.close();
  });

  async function connectThrough(options: ConnectProxyOptions = {}) {
    proxy = await ConnectProxy.start({ ...options, names: { 'service.test': fixture.service.url } });
    dispatcher = new ProxyAgent(proxy.url);
    globalThis.fetch = fetchThrough(dispatcher);
    return fixture.connect({ baseUrl: 'http://service.test' });
  }

  it('passes on both operations', async () => {
    const client = await connectThrough();
    assert.equal((await client.loadSettings())['language'], 'en');
    assert.equal((await client.startConversation({})).status, 'ok');
    assert.deepEqual(new Set(proxy.requests.map(({ method }) => method)), new Set(['CONNECT']));
    assert.equal(JSON.stringify(proxy.requests).includes(sessionKey), false);
  });

  const refusals: readonly [string, ConnectProxyOptions, Failure][] = [
    [
      'asks for credentials',
      { credentials: { user: 'a', password: 'b' } },
      { kind: 'proxy', reason: 'credentials', status: 407 },
    ],
    [
      'rejects the request',
      { misbehaves: { kind: 'refuses', status: 403 } },
      { kind: 'proxy', reason: 'status', status: 403 },
    ],
    [
      "doesn't reach the service",
      { misbehaves: { kind: 'refuses', status: 502 } },
      { kind: 'proxy', reason: 'status', status: 502 },
    ],
    ['hangs up', { misbehaves: { kind: 'closes' } }, { kind: 'proxy', reason: 'connectionLost' }],
  ];
  for (const name of operationNames) {
    for (const [what, options, failure] of refusals) {
      it(`sends no ${name} when it ${what}`, async () => {
        const error = await errorOf(operations[name](await connectThrough(options)));
        assert.deepEqual([error.failure, error.sent, error.route], [failure, false, { kind: 'vscode' }]);
        assert.equal(fixture.service.requests.length, 0);
      });
    }

    it(`sends no ${name} if the proxy refuses the connection`, async () => {
      const client = await connectThrough();
      await proxy.close();
      const { failure, sent } = await errorOf(operations[name](client));
      assert.deepEqual([failure, sent], [{ kind: 'proxy', reason: 'refused' }, false]);
    });

    it(`hasn't sent a ${name} that is canceled before the proxy answers`, async () => {
      const client = await connectThrough({ misbehaves: { kind: 'mute' } });
      const cancelling = new AbortController();
      const asked = headersSent();
      const error = errorOf(operations[name](client, cancelling.signal));
      await asked;
      cancelling.abort();
      const { failure, sent } = await error;
      assert.deepEqual([failure, sent], [{ kind: 'cancelled' }, false]);
    });

    it(`may have sent ${name} if the proxy dies afterwards`, async () => {
      const client = await connectThrough({ misbehaves: { kind: 'dies', afterBytes: 0 } });
      const { failure, sent } = await errorOf(operations[name](client));
      assert.deepEqual([failure, sent], [{ kind: 'connectionLost' }, true]);
    });
  }
});

/** Waits until undici writes the head of a request, whichever it is. */
function headersSent(): Promise<void> {
  return new Promise((resolve) => {
    const listener = () => {
      unsubscribe('undici:client:sendHeaders', listener);
      // It's written when all listeners have returned.
      setImmediate(resolve);
    };
    subscribe('undici:client:sendHeaders', listener);
  });
}
