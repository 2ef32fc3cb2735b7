import assert from 'node:assert/strict';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { answers, gzipBomb, oversized, type Fault } from '../../service/faults';
import { describeClients, errorOf, failed, fault, operations, useService } from './fixture';

const mebibyte = 2 ** 20;
const limitBytes = 16 * mebibyte;
const json = Buffer.from('{"llm_api_key_set":true}');

const fast = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

/** Compressed when first needed, for both clients: that takes longer than the tests themselves. */
const bombs: readonly (readonly [string, () => Fault])[] = [
  ['gzip', once(() => gzipBomb(20 * mebibyte))],
  [
    'brotli',
    once(() => answers(200, brotliCompressSync(Buffer.alloc(17 * mebibyte), fast), { 'content-encoding': 'br' })),
  ],
];

function once<T>(make: () => T): () => T {
  const made: { value?: T } = {};
  return () => (made.value ??= make());
}

describeClients('size', (httpClient) => {
  const fixture = useService({ httpClient });

  for (const [name, what, theFault] of [
    ['startConversation', 'a long response', oversized(64 * mebibyte)],
    ['loadSettings', 'an announced long response', oversized(64 * mebibyte, { declared: true })],
    ['loadSettings', 'an endless response', oversized(Infinity)],
  ] as const)
    it(`doesn't read ${what} to its end (${name})`, async () => {
      fixture.service.misbehave(name, theFault);
      assert.deepEqual(await failed(operations[name](fixture.connect())), [{ kind: 'tooLarge', limitBytes }, true]);
      assert.equal(await fixture.service.requests[0]?.outcome, 'lost', 'the connection is closed');
    });

  for (const [what, bomb] of bombs)
    it(`doesn't decompress more than it would read: ${what}`, async () => {
      fixture.service.misbehave('loadSettings', bomb());
      const { failure } = await errorOf(fixture.connect().loadSettings());
      assert.deepEqual(failure, { kind: 'tooLarge', limitBytes });
    });

  for (const [what, length] of [
    ['the largest size', limitBytes],
    ['one byte more', limitBytes + 1],
  ] as const)
    it(`limits to the byte: ${what}`, async () => {
      const padded = Buffer.concat([json, Buffer.alloc(length - json.length, ' ')]);
      fixture.service.misbehave('loadSettings', answers(200, padded));
      fixture.service.misbehave('loadSettings', answers(200, gzipSync(padded), { 'content-encoding': 'gzip' }));
      const client = fixture.connect();
      for (let call = 0; call < 2; call++) {
        if (length <= limitBytes) assert.deepEqual(await client.loadSettings(), { llm_api_key_set: true });
        else assert.equal((await errorOf(client.loadSettings())).failure.kind, 'tooLarge');
      }
    });

  const noted: readonly [string, unknown, boolean][] = [
    ['many values', Array(199_990).fill(0), true],
    ['too many values for the memory', Array(100_000).fill([]), false],
    ['many signs in a text', '",[{\\'.repeat(150_000), true],
  ];
  for (const [what, note, isRead] of noted)
    it(`${isRead ? 'reads' : 'rejects'} an answer with ${what}`, async () => {
      fixture.service.misbehave('loadSettings', answers(200, { llm_api_key_set: true, note }));
      const loading = fixture.connect().loadSettings();
      if (isRead) assert.equal((await loading).llm_api_key_set, true);
      else {
        const failure = { kind: 'unexpectedShape', field: '', expected: 'of fewer values' };
        assert.deepEqual((await errorOf(loading)).failure, failure);
      }
    });
});

const unrequested: readonly [string, string, Buffer][] = [
  ['an unrequested coding', 'zstd', json],
  ['several codings', 'gzip, gzip', gzipSync(gzipSync(json))],
];

describeClients('compression', (httpClient) => {
  const fixture = useService({ httpClient });

  const read: readonly [string, string, Buffer][] = [
    ['gzip', 'gzip', gzipSync(json)],
    ['brotli, in capitals', 'BR', brotliCompressSync(json)],
    ['identity', 'identity', json],
    ['an empty name', '', json],
  ];
  for (const [what, encoding, bytes] of read)
    it(`reads ${what}`, async () => {
      fixture.service.misbehave('loadSettings', encoded(encoding, bytes));
      assert.deepEqual(await fixture.connect().loadSettings(), { llm_api_key_set: true });
    });

  const unread: readonly [string, string, Buffer][] = [
    ['half of a gzip', 'gzip', gzipSync(json).subarray(0, 20)],
    ['a gzip with a wrong checksum', 'gzip', damaged(gzipSync(json))],
    // The editor's fetch decodes more than was requested.
    ...(httpClient === 'vscode' ? [] : unrequested),
  ];
  for (const [what, encoding, bytes] of unread)
    it(`rejects ${what}`, async () => {
      fixture.service.misbehave('loadSettings', encoded(encoding, bytes));
      const { failure, sent } = await errorOf(fixture.connect().loadSettings());
      const isRead = httpClient === 'bundled' || failure.kind !== 'unknown';
      if (isRead) assert.deepEqual(failure, { kind: 'notJson', status: 200, html: false });
      assert.equal(sent, true);
    });
});

function encoded(encoding: string, bytes: Buffer) {
  return fault(({ outgoing }) => void outgoing.setHeader('content-encoding', encoding).end(bytes));
}

/** The same gzip with another checksum. */
function damaged(gzip: Buffer): Buffer {
  const copy = Buffer.from(gzip);
  copy.writeUInt32LE(0, copy.length - 8);
  return copy;
}
