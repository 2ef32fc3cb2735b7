import assert from 'node:assert/strict';
import { systemClock } from '../../../src/base/clock';
import { createClient } from '../../../src/client/createClient';
import type { Client } from '../../../src/client/client';
import { recordAndSend } from '../../../src/start/recordAndSend';
import { RecordingLog } from '../../support/recordingLog';
import { RecordingHistory, type Diary } from '../../support/startFakes';
import { answering, answerOf, onWholeRequest, StageServer, type Script } from './stageServer';
import type { StartResult } from '../../../src/conversations/acceptedStart';
import { thisProcess } from '../../../src/base/processes';

const started = answerOf(200, JSON.stringify({ status: 'ok', conversation_id: 'c1', conversation_status: 'STARTING' }));

/** End of a start, apart from what the server does by itself. */
type End = 'failure' | 'cancel' | 'deadline';

const stages: Readonly<
  Record<string, { readonly script: Script; readonly https?: true; readonly body?: number; readonly left: boolean }>
> = {
  "TLS isn't established on the connection": { https: true, left: false, script: (_, reached) => reached() },
  'the request is being sent': {
    left: true,
    // More than the buffers of two sockets hold, of which only the beginning is read.
    body: 16 * 2 ** 20,
    script: (socket, reached) =>
      socket.once('data', () => {
        socket.pause();
        reached();
      }),
  },
  'the whole request has arrived': { left: true, script: onWholeRequest },
  'the head of the response is being sent': { left: true, script: answering(started.slice(0, 25)) },
  'the body of the response is being sent': { left: true, script: answering(started.slice(0, -10)) },
};

describe('the outcome of a start', () => {
  let server: StageServer | undefined;
  let client: Client | undefined;

  afterEach(async () => {
    await client?.close();
    await server?.close();
    [server, client] = [undefined, undefined];
  });

  /** The whole way of a start: recorded, sent, recorded again. */
  async function start(
    baseUrl: string,
    { body = 10, timeoutSeconds = 20, signal = new AbortController().signal } = {},
  ) {
    client = createClient({ baseUrl, sessionKey: 'outcomes-key', timeoutSeconds });
    const { status } = client;
    const diary: Diary = [];
    const history = new RecordingHistory(diary);
    const request = { initial_user_msg: 'x'.repeat(body) };
    const result: StartResult = await recordAndSend(
      { id: 's', request, baseUrl, timeoutSeconds, sender: thisProcess(), signal },
      {
        client: { status: (ask) => ask(status) },
        startClient: client,
        history,
        ...systemClock,
        log: new RecordingLog(),
        mayRunAs: () => false,
      },
    );
    assert.equal(history.conversations[0]?.outcome, 'sending', 'remembered first');
    assert.equal(history.changes[0]?.outcome, result.outcome, 'what is remembered is what is said');
    return result.outcome;
  }

  async function outcomeOf(end: End, script: Script, { https = false, body = 10 }): Promise<StartResult['outcome']> {
    server = await StageServer.start(script);
    const cancelling = new AbortController();
    const ended = start(`${https ? 'https' : 'http'}://${server.host}`, {
      body,
      signal: cancelling.signal,
      timeoutSeconds: end === 'deadline' ? 0.4 : 20,
    });
    await server.reached;
    if (end === 'cancel') cancelling.abort();
    if (end === 'failure') server.reset();
    return ended;
  }

  for (const [stage, { script, left, ...more }] of Object.entries(stages))
    for (const end of ['failure', 'cancel', 'deadline'] as const) {
      const expected: StartResult['outcome'] = left ? 'mayHaveStarted' : 'notStarted';
      it(`is ${expected} after ${end} when ${stage}`, async () => {
        assert.equal(await outcomeOf(end, script, more), expected);
        assert.equal(server?.connections, 1, 'it is not sent again');
      });
    }

  it('is notStarted if nothing listens', async () => {
    server = await StageServer.start(() => undefined);
    const { host } = server;
    await server.close();
    server = undefined;
    assert.equal(await start(`http://${host}`), 'notStarted');
  });

  it('is notStarted if TLS is rejected', async () => {
    server = await StageServer.start((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    assert.equal(await start(`https://${server.host}`), 'notStarted');
  });

  it('is notStarted if it was canceled before a connection was made', async () => {
    server = await StageServer.start(answering(started));
    assert.equal(await start(`http://${server.host}`, { signal: AbortSignal.abort() }), 'notStarted');
    assert.equal(server.connections, 0);
  });

  it('is started if it is canceled after the response', async () => {
    const cancelling = new AbortController();
    server = await StageServer.start(answering(started));
    const outcome = await start(`http://${server.host}`, { signal: cancelling.signal });
    cancelling.abort();
    assert.equal(outcome, 'started');
  });
});
