import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readableText } from '../../../src/base/common/readableText';

const blankLines = (count: number) => `(${count} blank)`;
const rows = (text: string, width = 10) => readableText(text, { width, blankLines });

describe('a readable text', () => {
  const cases: readonly (readonly [what: string, text: string, expected: readonly string[]])[] = [
    ['keeps its lines', 'a\nb\r\nc\rd', ['a', 'b', 'c', 'd']],
    ['continues in the next row', '0123456789abc', ['0123456789', '↳ abc']],
    ['has few blank lines', 'a\n\n\nb', ['a', '', '', 'b']],
    ['says how many blank lines there are', `a${'\n'.repeat(500)}b`, ['a', '(499 blank)', 'b']],
    ['says so for spaces that fill rows', `a\n${' '.repeat(100)}b`, ['a', '(10 blank)', '↳ b']],
    ['says so at its end', `a${'\n'.repeat(9)}`, ['a', '(9 blank)']],
    ['keeps tabs', '\ta', ['\ta']],
    ['has numbers for invisible characters', 'a\u202eb', ['a\\u{202e}b']],
    ['has numbers for characters of a plane without glyphs', 'a\u{e0041}', ['a\\u{e0041}']],
    ['keeps emoji of several characters', '\u{1f468}\u200d\u{1f4bb}', ['\u{1f468}\u200d\u{1f4bb}']],
    ['cuts no character in half', `${'a'.repeat(9)}\u{1f41e}\u{1f41e}`, [`${'a'.repeat(9)}\u{1f41e}`, '↳ \u{1f41e}']],
  ];
  for (const [what, text, expected] of cases) it(what, () => assert.deepEqual(rows(text), expected));

  it('has every letter, in order', () =>
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', 'ß') }),
        fc.integer({ min: 1, max: 9 }),
        (text, width) => {
          const letters = (given: string) => given.replace(/\(\d+ blank\)|[\s↳]/g, '');
          assert.equal(letters(rows(text, width).join('\n')), letters(text));
        },
      ),
    ));
});
