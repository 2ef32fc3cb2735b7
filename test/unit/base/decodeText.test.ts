import assert from 'node:assert/strict';
import { decodeText } from '../../../src/base/decodeText';

describe('decodeText', () => {
  const text = '{ "a": "ä日🐞" }';
  const le = Buffer.from(text, 'utf16le');
  const be = Buffer.from(le).swap16();
  const mark = (...bytes: readonly number[]) => Uint8Array.from(bytes);
  const rows: readonly (readonly [what: string, bytes: Uint8Array, expected: string])[] = [
    ['UTF-8', Buffer.from(text), text],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`), text],
    ['UTF-16 as Windows writes it', Buffer.concat([mark(0xff, 0xfe), le]), text],
    ['UTF-16 in the other order', Buffer.concat([mark(0xfe, 0xff), be]), text],
    ['UTF-16 without a mark', le, text],
    ['UTF-16 without a mark in the other order', be, text],
    ['nothing', mark(), ''],
    ['a single letter', Buffer.from('a'), 'a'],
  ];
  for (const [what, bytes, expected] of rows) it(`reads ${what}`, () => assert.equal(decodeText(bytes), expected));

  for (const [what, bytes] of [
    ['an image', mark(0x89, 0x50, 0x4e, 0x47)],
    ['half of a unit', mark(0xff, 0xfe, 0x41)],
    ['half of a pair', mark(0xff, 0xfe, 0x3d, 0xd8)],
    ['Latin-1', mark(0x61, 0xe4, 0x62)],
  ] as const)
    it(`refuses ${what}`, () => assert.throws(() => decodeText(bytes), { name: 'TypeError' }));
});
