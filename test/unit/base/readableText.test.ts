import assert from 'node:assert/strict';
import fc from 'fast-check';
import { countInvisible, readableText, rowsInDialog, withoutInvisible } from '../../../src/base/readableText';
import { invisibleCharacter } from '../../../src/base/text';
import { anyCharacter } from '../../support/anyCharacter';

const rows = (text: string, width = 10) => readableText(text, (count) => `${count} blank`, width);

const lineBreak = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

/** Everything that takes space and shows nothing. */
// prettier-ignore
const blankPoints = [
  0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20, 0x85, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000,
  ...Array.from({ length: 11 }, (_, index) => 0x2000 + index), 0x115f, 0x1160, 0x2800, 0x3164, 0xffa0,
];

const blank = fc.constantFrom(...blankPoints.map((point) => String.fromCodePoint(point)));
const piece = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: anyCharacter }) },
  fc.string({
    unit: fc.constantFrom('a', 'ß', '中', 'ی', '﷽', '\u0301', '\u200d', '\ufe0f', '\uffa0', '\u{e0041}', '\u{1f468}'),
  }),
  fc.tuple(blank, fc.integer({ min: 1, max: 300 })).map(([one, count]) => one.repeat(count)),
  fc.string({ unit: blank }),
);
const text = fc.array(piece).map((pieces) => pieces.join(''));

describe('a readable text', () => {
  // prettier-ignore
  const cases: readonly (readonly [what: string, text: string, expected: readonly string[]])[] = [
    ['keeps its lines', 'a\nb\r\nc\rd', ['a', 'b', 'c', 'd']],
    ['continues in the next row', '0123456789abc', ['0123456789', '↳ abc']],
    ['continues between words', 'Fix it all now', ['Fix it ', '↳ all now']],
    ['has few blank lines', 'a\n\n\nb', ['a', '', '', 'b']],
    ['says how many blank lines there are', `a${'\n'.repeat(500)}b`, ['a', '500 blank', 'b']],
    ['says so for spaces that fill rows', `a\n${' '.repeat(100)}b`, ['a', '101 blank', 'b']],
    ['keeps the indentation below them', `a${'\n'.repeat(500)}  b`, ['a', '500 blank', '  b']],
    ['says so at its end', `a${'\n'.repeat(9)}`, ['a', '9 blank']],
    ['keeps tabs', '\ta', ['\ta']],
    ['keeps a few blanks between words', 'a    b', ['a    b']],
    ['has numbers for invisible characters', 'a\u202eb', ['a\\u{202e}b']],
    ['has numbers for characters of a plane without glyphs', 'a\u{e0041}', ['a\\u{e0041}']],
    ['keeps emoji of several characters', '\u{1f468}\u200d\u{1f4bb}', ['\u{1f468}\u200d\u{1f4bb}']],
    ['keeps them beside invisible characters', '\u{1f468}\u200d\u{1f4bb}\u200b', ['\u{1f468}\u200d\u{1f4bb}\\u{2', '↳ 00b}']],
    ['keeps no joiner beside an invisible letter', '\uffa0\u200d\u0301', ['\\u{ffa0}\\u', '↳ {200d}\u0301']],
    ['cuts no character in half', `${'a'.repeat(9)}\u{1f41e}`, ['a'.repeat(9), '↳ \u{1f41e}']],
    ['counts wide letters twice', '中文字符中文', ['中文字符中', '↳ 文']],
    ['has numbers for marks that would cover other rows', `a${'\u0301'.repeat(5)}`, [`a${'\u0301'.repeat(4)}\\u{30`, '↳ 1}']],
  ];
  for (const [what, text, expected] of cases) it(what, () => assert.deepEqual(rows(text), expected));

  for (const point of blankPoints)
    it(`says how many of U+${point.toString(16).toUpperCase().padStart(4, '0')} there are`, () => {
      const shown = readableText(`Fix it.${String.fromCodePoint(point).repeat(30_000)}Delete it.`, String);
      assert.deepEqual(shown, ['Fix it.', '30000', 'Delete it.']);
    });

  it('says how many blanks there are, if there are many millions', () =>
    assert.deepEqual(rows(`${' '.repeat(2 ** 23)}x`, 40), [`${2 ** 23} blank`, 'x']));

  it('is shown in as many lines as are counted, each with something to see, whatever the text', () =>
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: rowsInDialog }), (given, width) => {
        const shown = rows(given, width);
        assert.equal(shown.join('\n').split(lineBreak).length, shown.length);
        assert.ok(!/(^|\n)(↳|\s)*\n(↳|\s)*\n(↳|\s)*\n(↳|\s)*\n/.test(shown.join('\n')), 'four blank rows');
      }),
    ));

  it('has every visible character, in order, and no invisible one, whatever the text', () =>
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 60 }), (given, width) => {
        const shown = rows(given, width)
          .map((row) => row.replace(/^↳ /, ''))
          .join('');
        const seen = (of: string) =>
          of.replace(/[\s\u{2800}]|\p{M}/gu, '').replace(new RegExp(invisibleCharacter, 'gu'), '');
        const ours = shown.replace(/\\u\{[\da-f]+\}|\d+ ?blank/gu, '');
        assert.equal(seen(ours), seen(given.replace(/\\u\{[\da-f]+\}|\d+ ?blank/gu, '')));
        assert.equal(countInvisible(shown), 0);
      }),
    ));
});

describe('a text without invisible characters', () => {
  it('has all others', () => assert.equal(withoutInvisible('a\u200bb\t\u{e0041}\u202e\r\nc ❤️ 👩‍💻'), 'ab\t\r\nc ❤️ 👩‍💻'));

  it('counts each of them', () => assert.equal(countInvisible('a\u200bb\u{e0041}\u{e0042}❤️\n'), 3));

  it('has none, whatever the text', () =>
    fc.assert(fc.property(text, (given) => assert.equal(countInvisible(withoutInvisible(given)), 0))));
});
