import { once } from 'node:events';
import { STATUS_CODES, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { htmlAnswer, jsonAnswer, type Answer } from './answer';
import type { Call } from './call';

/** Answers a request in place of the service. */
export interface Fault {
  readonly name: string;
  /** Answers while the body is still being sent; the recorded request then has none. */
  readonly beforeBody?: true;
  answer(call: Call): void | Promise<void>;
}

/** @param body a string or buffer is sent as it is, anything else as JSON; none if omitted */
export function answers(status: number, body?: unknown, headers: OutgoingHttpHeaders = {}): Fault {
  return { name: `answers ${status}`, answer: (call) => call.send(fixedAnswer(status, body, headers)) };
}

/** Rejects with a 413 before the body has arrived, and closes the connection. */
export function refusesBody(): Fault {
  const refusal = jsonAnswer(413, { detail: 'Request Entity Too Large' }, { connection: 'close' });
  return { name: 'refuses the body', beforeBody: true, answer: (call) => call.send(refusal) };
}

/** @param status any 3xx; the location may be relative, malformed or on another host */
export function redirects(location: string, status = 307): Fault {
  return answers(status, '', { location });
}

/** Sign-in page of a single sign-on in front of the service, with status 200 by default. */
export function loginPage(status = 200): Fault {
  const page = '<!doctype html><html><head><title>Sign in</title></head><body><form>Password</form></body></html>';
  return { name: 'login page', answer: (call) => call.send(htmlAnswer(status, page)) };
}

/** Does what was asked, then changes the JSON value of the answer; a page stays as it is. */
export function altersAnswer(change: (value: never) => unknown): Fault {
  return performing('alters the answer', (answer) => {
    if (answer.headers['content-type'] !== 'application/json') return answer;
    const value = JSON.parse(answer.body.toString()) as never;
    return { ...answer, body: Buffer.from(JSON.stringify(change(value))) };
  });
}

/** Does what was asked, with these members in the answer, in place of those of the same name. */
export function addsToAnswer(members: object): Fault {
  return altersAnswer((answer: object) => ({ ...answer, ...members }));
}

/** The right body with another content type; with none at all if omitted. */
export function mislabels(contentType?: string): Fault {
  return performing('mislabels the answer', (answer) => {
    const headers = { ...answer.headers };
    if (contentType === undefined) delete headers['content-type'];
    else headers['content-type'] = contentType;
    return { ...answer, headers };
  });
}

/** Half of the JSON, correctly framed. */
export function truncatesJson(): Fault {
  return performing('truncates the JSON', (answer) => ({
    ...answer,
    body: answer.body.subarray(0, answer.body.length / 2),
  }));
}

/** The right answer, compressed. */
export function compresses(): Fault {
  return performing('compresses', (answer) => gzipped(answer, gzipSync(answer.body)));
}

/** Announces gzip and sends something else. */
export function breaksCompression(): Fault {
  return performing('breaks the compression', (answer) => gzipped(answer, Buffer.from('not gzip at all')));
}

/** Compressed spaces, a thousandth of `bytes` on the wire; a JSON parser finds no error until the end. */
export function gzipBomb(bytes: number): Fault {
  const mebibyte = 2 ** 20;
  return {
    name: 'gzip bomb',
    // A gzip stream may have many members, so one compressed mebibyte is enough for any size.
    answer: (call) =>
      stream(call, gzipSync(Buffer.alloc(mebibyte, ' ')), Math.ceil(bytes / mebibyte), { 'content-encoding': 'gzip' }),
  };
}

/** A JSON string of at least `bytes` bytes; `declared` says whether a Content-Length announces it. */
export function oversized(bytes: number, { declared = false } = {}): Fault {
  const chunk = Buffer.alloc(2 ** 16, 'x');
  const chunks = Math.ceil(bytes / chunk.length);
  const length = declared ? { 'content-length': chunks * chunk.length + 2 } : {};
  return { name: 'oversized', answer: (call) => stream(call, chunk, chunks, length, '"') };
}

/** Headers of `bytes` bytes in total. */
export function hugeHeaders(bytes: number): Fault {
  return answers(200, {}, { 'x-padding': 'x'.repeat(bytes) });
}

export type DropStage = 'beforeBody' | 'afterBody' | 'afterPerforming' | 'midHeaders' | 'midBody';

/**
 * Closes the connection. From `afterPerforming` on, the request has taken effect: a conversation exists.
 * @param options.reset sends RST instead of FIN; only without TLS
 */
export function drops(stage: DropStage, { reset = false } = {}): Fault {
  return {
    name: `drops ${stage}`,
    ...(stage === 'beforeBody' && { beforeBody: true }),
    answer: async (call) => {
      const { socket } = call.incoming;
      if (stage !== 'beforeBody' && stage !== 'afterBody') {
        const answer = call.perform();
        const head = headOf(answer);
        const cut = stage === 'midHeaders' ? head.length / 2 : head.length + answer.body.length / 2;
        if (stage !== 'afterPerforming') await sendRaw(socket, Buffer.concat([head, answer.body]).subarray(0, cut));
      }
      if (reset) socket.resetAndDestroy();
      else socket.destroy();
    },
  };
}

/** @param options.performs whether the request takes effect before the silence */
export function neverAnswers({ performs = false } = {}): Fault {
  return {
    name: 'never answers',
    answer: (call) => {
      if (performs) call.perform();
    },
  };
}

/** Bytes that aren't HTTP. */
export function garbage(): Fault {
  const bytes = Buffer.from([0x16, 0x03, 0x01, 0x00, 0xff, 0x0d, 0x0a, 0x00, 0xfe, 0x80, 0x0d, 0x0a]);
  return { name: 'garbage', answer: ({ incoming }) => void incoming.socket.end(bytes) };
}

/** The right answer after `milliseconds`. */
export function delays(milliseconds: number): Fault {
  return {
    name: 'delays',
    answer: async (call) => {
      await delay(milliseconds, undefined, { signal: call.signal });
      call.send(call.perform());
    },
  };
}

export interface HeldFault extends Fault {
  /** Resolved when a request is waiting. */
  readonly reached: Promise<void>;
  /** Lets the waiting request continue, and those to come. */
  readonly release: () => void;
}

/**
 * Keeps requests waiting until they are released.
 * @param options.performs whether a request takes effect before it waits
 * @param options.then what answers it afterwards; the service itself if omitted
 */
export function holds({ performs = false, then }: { performs?: boolean; then?: Fault } = {}): HeldFault {
  const reached: PromiseWithResolvers<void> = Promise.withResolvers();
  const released: PromiseWithResolvers<void> = Promise.withResolvers();
  return {
    name: 'holds',
    reached: reached.promise,
    release: released.resolve,
    answer: async (call) => {
      const answer = performs ? call.perform() : undefined;
      reached.resolve();
      await released.promise;
      if (call.signal.aborted) return;
      if (then) await then.answer(call);
      else call.send(answer ?? call.perform());
    },
  };
}

/** The head, line by line, with a pause before each. */
export function slowHeaders(pauseMs: number): Fault {
  return {
    name: 'slow headers',
    answer: async (call) => {
      const answer = call.perform();
      for (const line of headOf(answer)
        .toString('latin1')
        .split(/(?<=\r\n)/)) {
        await delay(pauseMs, undefined, { signal: call.signal });
        await sendRaw(call.incoming.socket, Buffer.from(line, 'latin1'));
      }
      call.incoming.socket.end(answer.body);
    },
  };
}

function performing(name: string, change: (answer: Answer) => Answer): Fault {
  return { name, answer: (call) => call.send(change(call.perform())) };
}

function fixedAnswer(status: number, body: unknown, headers: OutgoingHttpHeaders): Answer {
  if (body === undefined) return { status, headers, body: Buffer.alloc(0) };
  if (typeof body === 'string' || Buffer.isBuffer(body)) return { status, headers, body: Buffer.from(body) };
  return jsonAnswer(status, body, headers);
}

function gzipped(answer: Answer, body: Buffer): Answer {
  return { ...answer, headers: { ...answer.headers, 'content-encoding': 'gzip' }, body };
}

async function stream(
  call: Call,
  chunk: Buffer,
  count: number,
  headers: OutgoingHttpHeaders,
  quote = '',
): Promise<void> {
  const { outgoing, signal } = call;
  outgoing.writeHead(200, { 'content-type': 'application/json', ...headers });
  outgoing.write(quote);
  for (let sent = 0; sent < count; sent++) {
    signal.throwIfAborted();
    await written(outgoing, chunk, signal);
  }
  outgoing.end(quote);
}

async function written(outgoing: ServerResponse, chunk: Buffer, signal: AbortSignal): Promise<void> {
  if (!outgoing.write(chunk)) await once(outgoing, 'drain', { signal });
  // A client that reads as fast as this writes must not keep the service from everything else.
  else await nextTurn();
}

function headOf({ status, headers, body }: Answer): Buffer {
  const fields = Object.entries({ ...headers, 'content-length': body.length, connection: 'close' });
  const lines = fields.map(([name, value]) => `${name}: ${String(value)}\r\n`);
  return Buffer.from(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`, 'latin1');
}

function sendRaw(socket: Socket, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => void socket.write(bytes, () => resolve()));
}
