import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { ApiName } from '../../src/client/apis/registry';
import { bodiesOf, refusal } from './hostileBodies';
import type { JsonText } from './hostileJson';
import { secretsOf, sessionKey, spellingsOf, type Operation } from './hostileSecrets';
import { anyCharacter } from '../support/anyCharacter';

/** Answer of a hostile service to one request. */
export interface HostileAnswer {
  readonly api: ApiName;
  readonly operation: Operation;
  /** Written one after the other, each in a packet of its own as far as possible. */
  readonly pieces: readonly Buffer[];
  /** Fate of the connection: closed, reset, kept for the next request, or left as it is forever. */
  readonly end: 'close' | 'reset' | 'keep' | 'hang';
}

type Unplaced = Omit<HostileAnswer, 'api'>;

const latin1 = (text: string) => Buffer.from(text, 'latin1');

/** Ways to turn a text into bytes. */
const charsets: readonly ((text: string) => Buffer)[] = [
  (text) => Buffer.from(text),
  (text) => Buffer.from(`\ufeff${text}`),
  (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  (text) => Buffer.from(text, 'latin1'),
  (text) => Buffer.concat([Buffer.from(text), Buffer.from([0xc3, 0x28, 0xff, 0xfe, 0x00])]),
];

const bomb = gzipSync(Buffer.alloc(2 ** 20, ' '));
const codings: readonly (readonly [header: string, code: (bytes: Buffer) => Buffer])[] = [
  ['', (bytes) => bytes],
  ['gzip', (bytes) => gzipSync(bytes, { level: 1 })],
  ['br', (bytes) => brotliCompressSync(bytes.subarray(0, 10_000))],
  ['deflate', (bytes) => deflateSync(bytes)],
  ['gzip', (bytes) => bytes],
  ['gzip', (bytes) => gzipSync(bytes).subarray(0, -9)],
  ['gzip', () => bomb],
  ['gzip, gzip', (bytes) => gzipSync(gzipSync(bytes))],
  ['gzip, br, gzip, br', (bytes) => bytes],
  ['br', (bytes) => Buffer.concat([Buffer.from([0xff]), bytes])],
  ['zstd', (bytes) => bytes],
  ['identity, identity', (bytes) => bytes],
];

type Frame = (body: Buffer, size: number) => readonly [headers: string, body: readonly Buffer[]];

function chunked(body: Buffer, size: number, { extension = '', trailer = '' } = {}): readonly Buffer[] {
  const chunks: Buffer[] = [];
  const length = Math.max(size, Math.ceil(body.length / 50));
  for (let at = 0; at < body.length; at += length) {
    const chunk = body.subarray(at, at + length);
    chunks.push(latin1(`${chunk.length.toString(16)}${extension}\r\n`), chunk, latin1('\r\n'));
  }
  return [...chunks, latin1(`0\r\n${trailer}\r\n`)];
}

/** Ways to declare where the body ends. Only the first three are right. */
const frames: readonly Frame[] = [
  (body) => [`Content-Length: ${body.length}\r\n`, [body]],
  (body, size) => ['Transfer-Encoding: chunked\r\n', chunked(body, size)],
  (body) => ['Connection: close\r\n', [body]],
  (body, size) => [`Content-Length: ${body.length + size}\r\n`, [body]],
  (body, size) => [`Content-Length: ${Math.max(0, body.length - size)}\r\n`, [body]],
  (body) => [`Content-Length: -${body.length}\r\n`, [body]],
  (body) => [`Content-Length: 99999999999999999999\r\n`, [body]],
  (body) => [`Content-Length: ${body.length}\r\nContent-Length: 3\r\n`, [body]],
  (body, size) => [`Content-Length: 3\r\nTransfer-Encoding: chunked\r\n`, chunked(body, size)],
  (body, size) => ['Transfer-Encoding: gzip, chunked\r\n', chunked(body, size)],
  (body, size) => [
    'Transfer-Encoding: chunked\r\n',
    chunked(body, size, { extension: ';a="b\\"c"', trailer: trailer }),
  ],
  (body, size) => ['Transfer-Encoding: chunked\r\n', chunked(body, size, { trailer: trailer.repeat(2000) })],
  (body, size) => ['Transfer-Encoding: chunked\r\n', chunked(body, size).slice(0, -1)],
  (body) => ['Transfer-Encoding: chunked\r\n', [latin1('ffffffffffffffff\r\n'), body]],
  (body) => ['Transfer-Encoding: chunked\r\n', [latin1('-1\r\n'), body]],
  (body) => ['Transfer-Encoding: chunked\r\n', [body]],
];
const trailer = `X-Session-API-Key: ${sessionKey}\r\nContent-Length: 1\r\n`;

const echoes = (operation: Operation) => fc.constantFrom(...secretsOf(operation).flatMap(spellingsOf));

const contentTypes = ['application/json', 'application/json; charset=utf-16', 'text/html', 'image/png', ';;;', ''];

/** Headers that are read, headers that aren't, and lines that aren't headers. */
function header(operation: Operation): fc.Arbitrary<string> {
  const value = fc.oneof(
    echoes(operation),
    fc.string({ unit: anyCharacter, maxLength: 30 }).map((text) => text.replace(/[\r\n]/g, '')),
    fc.constantFrom('', '0', '-1', '1e9', '999999999999', 'Fri, 31 Dec 9999 23:59:59 GMT', 'Thu, 99 Foo GMT', '\t \t'),
  );
  const places: readonly ((key: string) => string)[] = [
    (key) => `https://evil.example/${key}?${key}#${key}`,
    (key) => `https://${key}:${key}@evil.example/`,
    (key) => `https://evil.example/[${key}](command:x)$(alert)`,
    (key) => `//evil.example/${key}`,
    (key) => `/api/settings?key=${key}`,
    (key) => `javascript:alert('${key}')`,
    ...['http://[::1', 'file:///etc/passwd', '\u00ff', '', '..'].map((text) => () => text),
  ];
  const locations = fc.tuple(echoes(operation), fc.constantFrom(...places)).map(([key, place]) => place(key));
  const named = (name: string, values: fc.Arbitrary<string>) => values.map((text) => `${name}: ${text}\r\n`);
  return fc.oneof(
    named('Content-Type', fc.constantFrom(...contentTypes)),
    named('Retry-After', value),
    named('Location', locations),
    named('Set-Cookie', value),
    named('WWW-Authenticate', value),
    named('Content-Encoding', value),
    named('Connection', fc.constantFrom('close', 'keep-alive', 'upgrade', '')),
    named('Keep-Alive', fc.constantFrom('timeout=0', 'timeout=-1', 'timeout=99999999999', 'max=0')),
    named('Upgrade', fc.constantFrom('websocket', 'h2c')),
    named('__proto__', value),
    fc
      .constantFrom('no colon', ': no name', 'Folded: a\r\n b', 'Nul: \0', 'Bare: a\nX: b', 'a b: c')
      .map((line) => `${line}\r\n`),
    fc.constantFrom(5, 10, 20, 50, 100, 300).map((times) => `X-Flood: ${'f'.repeat(60)}\r\n`.repeat(times)),
  );
}

const refusals = [
  205, 300, 301, 302, 303, 304, 307, 308, 400, 400, 401, 401, 403, 404, 404, 405, 407, 408, 409, 410, 413, 421, 422,
  422, 422, 426, 429, 429, 500, 500, 502, 503, 504, 511, 599, 0, 99, 101, 600, 999,
];

const interim = fc.constantFrom(
  ...Array<string>(24).fill(''),
  'HTTP/1.1 100 Continue\r\n\r\n',
  'HTTP/1.1 102 Processing\r\n\r\n'.repeat(100),
  'HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n'.repeat(3),
  `HTTP/1.1 101 Switching Protocols\r\nUpgrade: ${sessionKey}\r\nConnection: upgrade\r\n\r\n`,
);

/** An answer that is HTTP for the most part, with a body that follows the interface for the most part. */
function structured(operation: Operation, body: fc.Arbitrary<string>): fc.Arbitrary<Unplaced> {
  const mostly = <T>(first: readonly T[], all: readonly T[]) =>
    fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...first) }, { weight: 1, arbitrary: fc.constantFrom(...all) });
  return fc
    .record({
      interim,
      said: fc.oneof(
        { weight: 3, arbitrary: fc.tuple(fc.constantFrom(200, 200, 200, 201, 204, 206, 299), body) },
        { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...refusals), refusal(secretsOf(operation))) },
      ),
      reason: fc.oneof(fc.constant('OK'), echoes(operation), fc.constantFrom('', '\u00ff', 'x'.repeat(20_000))),
      headers: fc.array(header(operation), { maxLength: 2 }),
      charset: mostly(charsets.slice(0, 1), charsets),
      coding: mostly(codings.slice(0, 1), codings),
      frame: mostly(frames.slice(0, 3), frames),
      size: fc.constantFrom(1, 2, 7, 1000, 100_000),
      cut: fc.constantFrom(...Array<number>(20).fill(0), 1, 10, 17, 100),
      end: fc.constantFrom(...Array<'close'>(12).fill('close'), 'reset'),
    })
    .map((plan): Unplaced => {
      const [status, text] = plan.said;
      const [coding, code] = plan.coding;
      const [framing, sent] = plan.frame(code(plan.charset(text)), plan.size);
      const head = `${plan.interim}HTTP/1.1 ${status} ${plan.reason}\r\n${framing}`;
      const encoding = coding === '' ? '' : `Content-Encoding: ${coding}\r\n`;
      const pieces = [latin1(`${head}${encoding}${plan.headers.join('')}\r\n`), ...sent];
      return { operation, pieces: cutShort(pieces, plan.cut), end: plan.end };
    });
}

function cutShort(pieces: readonly Buffer[], bytes: number): readonly Buffer[] {
  const last = pieces.at(-1);
  if (bytes === 0 || !last) return pieces;
  return [...pieces.slice(0, -1), last.subarray(0, Math.max(0, last.length - bytes))];
}

const grammar = fc.constantFrom(
  ...['HTTP/1.1 200 OK', 'HTTP/1.1 ', 'HTTP/1.0 200 OK', 'HTTP/2.0 200 OK', 'HTTP/9.9 ', 'ICY 200 OK', '200', ' '],
  ...['\r\n', '\r\n', '\r\n\r\n', '\n', '\r', '\n\n', ':', ';', '\0', '\t', ',', '0', '5', 'a', 'fffffffffffffffff'],
  ...['Content-Length: 2', 'Content-Length: ', 'Transfer-Encoding: chunked', 'Content-Encoding: gzip', '0\r\n\r\n'],
  ...['{}', '{"llm_api_key_set":true}', '{"status":"ok","conversation_id":"a"}', `<html>${sessionKey}`, sessionKey],
  ...['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'SSH-2.0-OpenSSH_9.6\r\n', '220 mail.example ESMTP\r\n'],
  ...['\x15\x03\x01\x00\x02\x02\x28', `X-Session-API-Key: ${sessionKey}`, 'GET /api/settings HTTP/1.1\r\n'],
  'x'.repeat(70_000),
);

/** Bytes in no order, and the words of HTTP in no order. */
const rawBytes: fc.Arbitrary<Buffer> = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  fc.array(grammar, { minLength: 1, maxLength: 12 }).map((words) => latin1(words.join(''))),
  fc
    .tuple(fc.array(grammar, { maxLength: 8 }), fc.uint8Array({ maxLength: 60 }))
    .map(([words, bytes]) => Buffer.concat([latin1(`HTTP/1.1 200 OK\r\n${words.join('')}`), bytes])),
);

const raw = (operation: Operation): fc.Arbitrary<Unplaced> =>
  fc
    .tuple(fc.array(rawBytes, { maxLength: 3 }), fc.constantFrom('close', 'close', 'close', 'close', 'reset'))
    .map(([pieces, end]) => ({ operation, pieces, end }));

function answer(api: ApiName, operation: Operation, body: fc.Arbitrary<string>): fc.Arbitrary<HostileAnswer> {
  return fc
    .oneof(
      { weight: 5, arbitrary: structured(operation, body) },
      { weight: 4, arbitrary: body.map((text) => wellFramed(operation, text)) },
      { weight: 1, arbitrary: raw(operation) },
    )
    .map((unplaced) => ({ api, ...unplaced }));
}

/** Only the body is wrong, and the connection can be used for the next call. */
function wellFramed(operation: Operation, body: string): Unplaced {
  const bytes = Buffer.from(body);
  const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${bytes.length}\r\n\r\n`;
  return { operation, pieces: [latin1(head), bytes], end: 'keep' };
}

function answersOf(api: ApiName): fc.Arbitrary<HostileAnswer> {
  const bodies = Object.entries(bodiesOf[api]) as [Operation, JsonText][];
  return fc.oneof(...bodies.map(([operation, body]) => answer(api, operation, body)));
}

/** Answers to the operations of all APIs, none of which leaves its caller waiting. */
export const hostileAnswers: fc.Arbitrary<HostileAnswer> = fc.oneof(
  { weight: 3, arbitrary: answersOf('v0') },
  { weight: 4, arbitrary: answersOf('v1') },
  { weight: 4, arbitrary: answersOf('agent') },
);

/** Answers that stop in the middle, with the connection left open: only the deadline ends them. */
export const unfinishedAnswers: fc.Arbitrary<HostileAnswer> = fc
  .tuple(hostileAnswers, fc.integer({ min: 1, max: 300 }))
  .map(([{ pieces, ...rest }, bytes]) => ({ ...rest, pieces: cutShort(pieces, bytes), end: 'hang' }));

/** Description of an answer, to read when a run has failed. */
export function describeAnswer({ api, operation, pieces, end }: HostileAnswer): string {
  const bytes = Buffer.concat(pieces);
  return `${operation} of ${api}, ${bytes.length} bytes, ${end}: ${JSON.stringify(bytes.subarray(0, 1500).toString('latin1'))}`;
}
