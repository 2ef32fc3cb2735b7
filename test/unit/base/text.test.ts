import assert from 'node:assert/strict';
import fc from 'fast-check';
import { countInvisible } from '../../../src/base/readableText';
import {
  decodeText,
  ellipsize,
  invisibleCharacter,
  plainLabel,
  plainNotification,
  truncate,
} from '../../../src/base/text';
import { anyCharacter } from '../../support/anyCharacter';

describe('invisible text', () => {
  const seen: readonly [string, string][] = [
    ['nothing', ''],
    ['lines and tabs', 'Fix\tthe build\r\nand the tests\n'],
    ['letters with marks', 'Größe, ñ, é'],
    ['an emoji', '🙂'],
    ['an emoji made of several', '👩‍💻 👨‍👩‍👧‍👦 👍🏽'],
    ['a symbol shown as an emoji', '❤️ 1️⃣ ⚠️'],
    ['Persian with non-joiners between its letters', 'می‌خواهم'],
    ['Hindi with joiners between its letters', 'क्‍ष'],
    ['Hebrew and Arabic', 'שלום مرحبا'],
  ];
  for (const [what, text] of seen) it(`isn't ${what}`, () => assert.equal(countInvisible(text), 0));

  // By code point; between letters, where a reader would look last.
  const hidden = [
    0x00, 0x1b, 0x7f, 0x85, 0xad, 0x34f, 0x61c, 0x115f, 0x17b4, 0x180b, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f,
    0x2028, 0x202e, 0x2060, 0x2066, 0x2800, 0x3164, 0xd800, 0xe000, 0xfe01, 0xfe0f, 0xfeff, 0xffa0, 0xfff9, 0xe0041,
    0xe0100, 0xf0000,
  ];
  for (const point of hidden)
    it(`includes U+${point.toString(16).toUpperCase().padStart(4, '0')}`, () =>
      assert.ok(countInvisible(`a${String.fromCodePoint(point)}b`) > 0));

  it('includes text spelled with joiners', () => {
    assert.ok(countInvisible(`Fix the build ${'\u200b\u200c'.repeat(24)}`) > 0);
    assert.ok(countInvisible('Fix the build'.replace(/(?<=\w)(?=\w)/g, '\u200d')) > 0);
  });

  it('covers everything unseen except tabs, line breaks, joiners and emoji', () => {
    const any = fc.string({ unit: anyCharacter });
    fc.assert(
      fc.property(any, (text) => {
        if (countInvisible(text) > 0) return;
        const rest = text.replace(/\t|\n|\r|\u200c|\u200d|\ufe0f/g, '');
        assert.equal(invisibleCharacter.test(rest), false);
      }),
    );
  });
});

describe('plainLabel', () => {
  const rows: readonly (readonly [what: string, text: string, label: string])[] = [
    ['plain words', 'octocat/Hello-World', 'octocat/Hello-World'],
    ['icons', '$(sync) a $(check) b', '\\$(sync) a \\$(check) b'],
    ['icons separated by invisible characters', 'a $\u200b(check)', 'a $ (check)'],
    ['several lines', ' a\r\n\tb ', 'a b'],
    ['a change of writing direction', 'a\u202eb\u2066c', 'a b c'],
    ['invisible characters', 'a\u{e0041}\u200b\u2800b', 'a b'],
    ['half a character', 'a\ud83d', 'a\ufffd'],
  ];
  for (const [what, text, label] of rows) it(`shows ${what} as is`, () => assert.equal(plainLabel(text), label));
});

describe('the beginning of a text', () => {
  const rows: readonly (readonly [text: string, length: number, beginning: string, short: string])[] = [
    ['', 3, '', ''],
    ['abc', 3, 'abc', 'abc'],
    ['abcd', 3, 'abc', 'ab…'],
    ['ab😀', 3, 'ab', 'ab…'],
    ['a😀b', 3, 'a😀', 'a…'],
  ];
  for (const [text, length, beginning, short] of rows)
    it(`of "${text}" has at most ${length} characters`, () => {
      assert.equal(truncate(text, length), beginning);
      assert.equal(ellipsize(text, length), short);
    });
});

describe('plainNotification', () => {
  const rows: readonly (readonly [what: string, text: string, shown: string])[] = [
    ['plain words', 'Value of KEY (sent along)', 'Value of KEY (sent along)'],
    ['a command', 'See [x](command:workbench.action.quit)', 'See [x] (command:workbench.action.quit)'],
    ['a link', '[x](https://a.example)', '[x] (https://a.example)'],
    ['a link hidden in invisible characters', '[x]\u200b(command:x)', '[x] (command:x)'],
    ['an icon', 'a $(check) b', 'a $ (check) b'],
    ['several lines', 'a\n\nb', 'a b'],
    ['a change of writing direction', 'a\u202eb', 'a b'],
    ['a URL of the newer kind', 'http://[::1]:3000', 'http://[::1]:3000'],
  ];
  for (const [what, text, shown] of rows)
    it(`shows ${what} as text`, () => assert.equal(plainNotification(text), shown));
});

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
