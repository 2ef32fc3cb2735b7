import assert from 'node:assert/strict';
import { plainLabel } from '../../../src/base/text';

describe('plainLabel', () => {
  const rows: readonly (readonly [what: string, text: string, label: string])[] = [
    ['plain words', 'octocat/Hello-World', 'octocat/Hello-World'],
    ['icons', 'a $(check) b', 'a \\$(check) b'],
    ['icons separated by invisible characters', 'a $\u200b(check)', 'a $ (check)'],
    ['several lines', ' a\r\n\tb ', 'a b'],
    ['a change of writing direction', 'a\u202eb\u2066c', 'a b c'],
    ['invisible characters', 'a\u{e0041}\u200b\u2800b', 'a b'],
    ['half a character', 'a\ud83d', 'a\ufffd'],
  ];
  for (const [what, text, label] of rows) {
    it(`shows ${what} as is`, () => assert.equal(plainLabel(text), label));
  }
});
