import assert from 'node:assert/strict';
import { placeOf, type LineRange } from '../../../src/entry/codeMarkdown';

describe('placeOf', () => {
  const rows: readonly (readonly [string, LineRange, string])[] = [
    ['one line', { first: 3, last: 3 }, 'src/a.ts:3'],
    ['several lines', { first: 3, last: 9 }, 'src/a.ts:3-9'],
    ['a part of a line', { first: 3, last: 3, columns: { first: 5, last: 12 } }, 'src/a.ts:3:5-12'],
  ];
  for (const [title, lines, expected] of rows)
    it(`names ${title}`, () => assert.equal(placeOf('src/a.ts', lines), expected));
});
