import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '../../../src/client/createClient';
import { sessionKey } from './fixture';
import { startOn } from '../../support/startOn';

const body = JSON.stringify({ status: 'ok', conversation_id: 'c', llm_api_key_set: true });

/** A server that announces keep-alive, and closes connections as a test says. */
async function closing(
  keepAlive: string,
  after: (socket: Socket) => void,
): Promise<{ server: Server; posts: string[]; closed: Promise<unknown>[] }> {
  const posts: string[] = [];
  const closed: Promise<unknown>[] = [];
  const server = createServer((socket) => {
    let text = '';
    closed.push(new Promise((resolve) => socket.once('close', resolve)));
    socket
      .on('error', () => undefined)
      .on('data', (chunk) => {
        text += chunk.toString();
        // No test sends a body with an empty line in it.
        if (!/\r\n\r\n(\{.*\})?$/s.test(text) || (text.startsWith('POST') && !text.endsWith('}'))) return;
        const isStart = text.startsWith('POST');
        if (isStart) posts.push(text);
        text = '';
        const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n${keepAlive}\r\n`;
        // A reset takes away what the client hasn't read yet, such as the answer to a start.
        socket.write(head + body, () => isStart || after(socket));
      });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, posts, closed };
}

describe('client: a service that closes idle connections', () => {
  /** Open connections that the test itself closes. */
  const idle: Socket[] = [];
  const rows: readonly [string, string, (socket: Socket) => void, boolean][] = [
    ['at once', '', (socket) => socket.end(), true],
    ['at once, with a reset', '', (socket) => socket.resetAndDestroy(), true],
    ['at once, though it promised a minute', 'Keep-Alive: timeout=60\r\n', (socket) => socket.end(), true],
    ['after a while', '', (socket) => idle.push(socket), false],
    ['after it says so', 'Connection: close\r\n', (socket) => socket.end(), true],
    ['with a keep-alive of one second', 'Keep-Alive: timeout=1\r\n', () => undefined, false],
  ];
  for (const [when, keepAlive, after, closesItself] of rows)
    it(`${when}: a start is sent once, and accepted`, async () => {
      const { server, posts, closed } = await closing(keepAlive, after);
      const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      try {
        for (const wait of [0, 30, 60, 120]) {
          // A read on the previous client's connection could meet its end.
          const client = createClient({ baseUrl, sessionKey, timeoutSeconds: 10 });
          await client.loadSettings();
          // On a busy machine, the client has the answer before the server closes the connection. A start that is sent
          // in between is lost with it, whatever a client does.
          if (closesItself) await closed.at(-1);
          // The time in between is what is tested.
          await pause(wait);
          for (const socket of idle) await once(socket.end(), 'close');
          assert.equal((await startOn(client, {})).status, 'ok');
          await client.close();
          idle.length = 0;
        }
        assert.equal(posts.length, 4);
      } finally {
        server.close();
      }
    });

  it('has its connections closed before the service would close them', async () => {
    const closed: Promise<unknown>[] = [];
    const { server } = await closing('', (socket) => closed.push(once(socket, 'close')));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const client = createClient({ baseUrl, sessionKey, timeoutSeconds: 10 });
    try {
      await client.loadSettings();
      const began = performance.now();
      await Promise.all(closed);
      assert.ok(performance.now() - began < 1900);
    } finally {
      await client.close();
      server.close();
    }
  });
});
