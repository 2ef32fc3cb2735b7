import assert from 'node:assert/strict';
import { Agent, interceptors, type Dispatcher } from 'undici';
import { mayHaveStarted } from '../../../src/client/serviceError';
import { answers, drops } from '../../service/faults';
import { freeAddress } from '../../support/freeAddress';
import { errorOf, failed, operationNames, operations, useService } from './fixture';
import { startOn } from '../../support/startOn';

type Init = RequestInit & { readonly dispatcher?: unknown };

describe("client (vscode): the editor's fetch", () => {
  const fixture = useService({ httpClient: 'vscode' });
  const original = globalThis.fetch;
  const dispatchers: Dispatcher[] = [];

  afterEach(async () => {
    globalThis.fetch = original;
    await Promise.all(dispatchers.splice(0).map((dispatcher) => dispatcher.destroy()));
  });

  /** VS Code's way of doing it: Node's fetch with the dispatcher of another undici. */
  function through(dispatcher: Dispatcher, wait?: Promise<unknown>): void {
    dispatchers.push(dispatcher);
    globalThis.fetch = async (input, init: Init = {}) => {
      assert.equal(init.dispatcher, undefined, 'a dispatcher would switch the search for a proxy off');
      assert.equal(typeof input, 'string');
      await wait;
      return original(input, Object.assign({ ...init }, { dispatcher }));
    };
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

  it('leaves no connection waiting for the rest of an answer that it stopped reading', async () => {
    const signals: (AbortSignal | null | undefined)[] = [];
    globalThis.fetch = (_, init) => {
      signals.push(init?.signal);
      const body = new ReadableStream({ start: (controller) => controller.error(new TypeError('terminated')) });
      return Promise.resolve(new Response(body));
    };
    await errorOf(fixture.connect().loadSettings());
    assert.deepEqual(new Set(signals.map((signal) => signal?.aborted)), new Set([true]));
  });

  it('can use another undici, and what was sent is known anyway', async () => {
    through(new Agent());
    const client = fixture.connect();
    assert.equal((await client.loadSettings())['language'], 'en');
    fixture.service.misbehave('startConversation', drops('beforeBody', { reset: true }));
    assert.equal((await errorOf(startOn(client, {}))).sent, true);
    const { failure, sent, cause } = await errorOf(startOn(fixture.connect({ baseUrl: await freeAddress() }), {}));
    assert.deepEqual([failure, sent], [{ kind: 'refused' }, false]);
    assert.match(String(cause), /ECONNREFUSED/, 'the log names what fetch has only as the cause');
  });

  it('may have sent a request about which nothing was reported', async () => {
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    assert.deepEqual(await failed(startOn(fixture.connect(), {})), [{ kind: 'unknown', code: 'TypeError' }, true]);
  });

  for (const name of operationNames) {
    it(`doesn't exceed the timeout while it looks for its route (${name})`, async () => {
      const { promise, resolve: goOn }: PromiseWithResolvers<void> = Promise.withResolvers();
      through(new Agent(), promise);
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
  }

  it("doesn't start again by itself, as fetch does after a 421", async () => {
    fixture.service.misbehave('startConversation', answers(421, {}), { times: Infinity });
    assert.deepEqual(await failed(startOn(fixture.connect(), {})), [{ kind: 'status', status: 421 }, true]);
    assert.equal(fixture.service.requests.length, 1);
    assert.equal(fixture.service.requests[0]?.headers['content-length'], '2');
  });

  it("doesn't start again through another dispatcher: 503", async () => {
    through(new Agent().compose(interceptors.retry({ methods: ['POST'], statusCodes: [503], minTimeout: 1 })));
    fixture.service.misbehave('startConversation', answers(503, {}), { times: Infinity });
    const error = await errorOf(startOn(fixture.connect(), {}));
    assert.equal(mayHaveStarted(error), true);
    assert.equal(fixture.service.requests.length, 1);
  });
});
