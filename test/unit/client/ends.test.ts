import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { apiNames, type ApiName } from '../../../src/client/apis/registry';
import type { Client } from '../../../src/client/client';
import { StageServer } from '../outcomes/stageServer';
import { delays, holds, neverAnswers, slowHeaders } from '../../service/faults';
import {
  describeClients,
  errorOf,
  failed,
  fault,
  operationNames,
  operations,
  useService,
  type Operation,
} from './fixture';
import { startOn } from '../../support/startOn';

/** The head and part of the body; `reached` says that they were sent. */
function stopsAmidBody() {
  const { promise: reached, resolve: announce }: PromiseWithResolvers<void> = Promise.withResolvers();
  const stops = fault(({ outgoing }) => {
    outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
    outgoing.write('{"llm_api_key_set":', () => announce());
  });
  return { ...stops, name: 'stops in the middle of the body', reached };
}

describeClients('deadline', (httpClient) => {
  const fixture = useService({ httpClient });
  const timeout = { kind: 'timeout', seconds: 0.3 } as const;

  for (const name of operationNames)
    for (const theFault of [neverAnswers(), delays(60_000), slowHeaders(200), stopsAmidBody()])
      it(`ends ${name} when the service ${theFault.name}`, async () => {
        fixture.service.misbehave(name, theFault);
        assert.deepEqual(await failed(operations[name](fixture.connect({ timeoutSeconds: 0.3 }))), [timeout, true]);
        const request = await fixture.service.waitForRequest(name);
        assert.equal(await request.outcome, 'lost', 'the connection is closed');
      });

  it('accepts any number of seconds', async () => {
    // 1.001 * 1000 isn't a whole number.
    assert.equal((await fixture.connect({ timeoutSeconds: 1.001 }).loadSettings())['language'], 'en');
  });
});

describeClients('canceling', (httpClient) => {
  const fixture = useService({ httpClient });

  async function cancelled(name: Operation, reached: Promise<unknown>): Promise<void> {
    const cancelling = new AbortController();
    const ending = failed(operations[name](fixture.connect(), cancelling.signal));
    await reached;
    cancelling.abort();
    assert.deepEqual(await ending, [{ kind: 'cancelled' }, true]);
    const request = await fixture.service.waitForRequest(name);
    assert.equal(await request.outcome, 'lost', 'the connection is closed');
  }

  for (const name of operationNames) {
    it(`sends nothing for ${name} if it was canceled before`, async () => {
      const ending = await failed(operations[name](fixture.connect(), AbortSignal.abort()));
      assert.deepEqual(ending, [{ kind: 'cancelled' }, false]);
      await fixture.connect().loadSettings();
      assert.deepEqual([fixture.service.requests.length, fixture.service.requests[0]?.operation], [1, 'loadSettings']);
    });

    it(`ends a ${name} that waits for its response`, async () => {
      const waiting = holds();
      fixture.service.misbehave(name, waiting);
      await cancelled(name, waiting.reached);
      waiting.release();
    });

    it(`ends a ${name} in the middle of its response`, async () => {
      const stops = stopsAmidBody();
      fixture.service.misbehave(name, stops);
      await cancelled(name, stops.reached);
    });

    // The editor's fetch makes as many connections as there are requests: no request waits.
    if (httpClient === 'vscode') continue;
    it(`ends a ${name} that waits for others to finish`, async () => {
      const waiting = holds();
      fixture.service.misbehave('any', waiting, { times: Infinity });
      const client = fixture.connect();
      const before = Array.from({ length: 4 }, () => client.loadSettings());
      await fixture.service.waitForRequest(({ index }) => index === 3);
      const cancelling = new AbortController();
      const ending = failed(operations[name](client, cancelling.signal));
      cancelling.abort();
      assert.deepEqual(await ending, [{ kind: 'cancelled' }, false]);
      waiting.release();
      await Promise.all(before);
      await client.loadSettings();
      assert.equal(fixture.service.requests.length, 5, 'it does not leave later');
    });
  }

  it('leaves no listener on the signal', async () => {
    const { signal } = new AbortController();
    const client = fixture.connect();
    await client.loadSettings(signal);
    fixture.service.misbehave(
      'startConversation',
      fault(({ incoming }) => void incoming.socket.destroy()),
    );
    await errorOf(startOn(client, {}, signal));
    assert.equal(getEventListeners(signal, 'abort').length, 0);
  });
});

/** Every call that a client of any API can make. */
function everyCall(client: Client, api: ApiName, signal: AbortSignal): readonly Promise<unknown>[] {
  const id = '0b7f5b0e7a314a579f5e3d1f6a0c1a11';
  const { preparation, answers, messages, confirmation, models, resume } = client;
  const calls = [
    client.loadSettings(signal),
    client.startConversation({ json: '{}' }, signal),
    client.status.conversations([id], signal),
    api === 'agent' ? client.startForm(signal) : undefined,
    preparation?.startTask(id, signal),
    preparation?.newestStarts(0, signal),
    answers?.newestEvents(id, ['MessageEvent'], signal),
    answers?.newestMessages(id, signal),
    answers?.waitingActions(id, signal),
    answers?.unansweredActions(id, signal),
    messages?.sendMessage(id, { initial_user_msg: 'x', run: true }, signal),
    confirmation?.respondToAction(id, true, '', signal),
    models?.modelNames(signal),
    resume?.resumeSandbox(id, signal),
  ];
  return calls.filter((call) => call !== undefined);
}

for (const api of apiNames)
  describe(`client: any call of API ${api}`, () => {
    const fixture = useService(api === 'v0' ? {} : { api });

    it('sends nothing if it was canceled before', async () => {
      const endings = everyCall(fixture.connect({ api }), api, AbortSignal.abort()).map(failed);
      for (const ending of await Promise.all(endings)) assert.deepEqual(ending, [{ kind: 'cancelled' }, false]);
      assert.equal(fixture.service.requests.length, 0);
    });
  });

describeClients('closing', (httpClient) => {
  const fixture = useService({ httpClient });

  for (const name of operationNames) {
    it(`ends a ${name} that is in progress as canceled`, async () => {
      const waiting = holds();
      fixture.service.misbehave(name, waiting);
      const client = fixture.connect();
      const ending = failed(operations[name](client));
      await waiting.reached;
      await client.close();
      assert.deepEqual(await ending, [{ kind: 'cancelled' }, true]);
      waiting.release();
    });

    it(`rejects ${name} afterwards`, async () => {
      const client = fixture.connect();
      await client.close();
      await client.close();
      const { failure, sent } = await errorOf(operations[name](client));
      assert.deepEqual([failure, sent, fixture.service.requests.length], [{ kind: 'cancelled' }, false, 0]);
    });
  }
});

describeClients('a connection that is never made', (httpClient) => {
  const fixture = useService({ httpClient });
  // The editor's fetch doesn't say how far it got.
  const isUnknown = httpClient === 'vscode';
  let mute: StageServer;
  let gone: Promise<unknown>;

  // Accepts the connection and leaves the TLS handshake unanswered.
  beforeEach(async () => {
    mute = await StageServer.start((socket, reached) => {
      gone = new Promise((resolve) => socket.once('close', resolve));
      reached();
    });
  });

  afterEach(() => mute.close());

  // The client can't end a connection of the editor's fetch while it's being made: other requests may use it by now.
  const closes =
    httpClient === 'bundled' ? 'and the connection when the client is closed' : 'when the client is closed';
  for (const name of operationNames)
    for (const how of ['at its deadline', 'if it is canceled', closes])
      it(`ends ${name} ${how}`, async () => {
        const isLate = how === 'at its deadline';
        const client = fixture.connect({ baseUrl: `https://${mute.host}`, timeoutSeconds: isLate ? 0.3 : 10 });
        const cancelling = new AbortController();
        const ending = failed(operations[name](client, cancelling.signal));
        await mute.reached;
        if (how === 'if it is canceled') cancelling.abort();
        if (how === closes) await client.close();
        if (how === closes && httpClient === 'bundled') await gone;
        const failure = isLate ? { kind: 'timeout', seconds: 0.3 } : { kind: 'cancelled' };
        assert.deepEqual(await ending, [failure, isUnknown]);
      });
});
