import assert from 'node:assert/strict';
import { truncate, ellipsize } from '../../../src/base/text';

describe('the beginning of a text', () => {
  const rows: readonly (readonly [text: string, length: number, beginning: string, short: string])[] = [
    ['', 3, '', ''],
    ['abc', 3, 'abc', 'abc'],
    ['abcd', 3, 'abc', 'ab…'],
    ['ab😀', 3, 'ab', 'ab…'],
    ['a😀b', 3, 'a😀', 'a…'],
  ];
  for (const [text, length, beginning, short] of rows) {
    it(`of "${text}" has at most ${length} characters`, () => {
      assert.equal(truncate(text, length), beginning);
      assert.equal(ellipsize(text, length), short);
    });
  }
});
