import assert from 'node:assert/strict';
import { plainLabel } from '../../../src/base/common/text';

describe('plainLabel', () => {
  const rows: readonly (readonly [what: string, text: string, label: string])[] = [
    ['plain words', 'octocat/Hello-World', 'octocat/Hello-World'],
    ['icons', 'a $(check) b', 'a \\$(check) b'],
    ['icons that are parted by what is not seen', 'a $\u200b(check)', 'a $ (check)'],
    ['several lines', ' a\r\n\tb ', 'a b'],
    ['another direction of writing', 'a\u202eb\u2066c', 'a b c'],
    ['what is not seen', 'a\u{e0041}\u200b\u2800b', 'a b'],
    ['half a character', 'a\ud83d', 'a\ufffd'],
  ];
  for (const [what, text, label] of rows) {
    it(`shows ${what} as they stand`, () => assert.equal(plainLabel(text), label));
  }
});
