import assert from 'node:assert/strict';
import { selectionAttachment, type EditorSelection } from '../../../src/entry/attachments';

const selected: EditorSelection = {
  path: 'src/a.ts',
  languageId: 'typescript',
  text: 'const a = 1;',
  start: { line: 2, character: 2 },
  end: { line: 2, character: 14 },
  firstLine: '  const a = 1;',
};

describe('selectionAttachment', () => {
  it('has the path, the lines and a fenced block', () =>
    assert.deepEqual(selectionAttachment(selected), {
      kind: 'selection',
      about: 'src/a.ts:3',
      text: 'Selected in `src/a.ts:3`:\n\n```typescript\nconst a = 1;\n```',
    }));

  // prettier-ignore
  const rows: readonly (readonly [string, Partial<EditorSelection>, string])[] = [
    ['a part of a line', { text: 'a', start: { line: 2, character: 8 }, end: { line: 2, character: 9 } }, ':3:9-9'],
    ['lines', { text: 'a\nb', end: { line: 4, character: 1 } }, ':3-5'],
    [
      'a whole line with its line break',
      { text: '  const a = 1;\n', start: { line: 2, character: 0 }, end: { line: 3, character: 0 } },
      ':3',
    ],
    ['whole lines with the last line break', { text: 'a\nb\n', start: { line: 2, character: 0 }, end: { line: 4, character: 0 } }, ':3-4'],
    ['an empty line', { text: '', start: { line: 2, character: 0 }, end: { line: 2, character: 0 }, firstLine: '' }, ':3'],
    ['the end of a line alone', { text: '\n', start: { line: 2, character: 14 }, end: { line: 3, character: 0 } }, ':3'],
  ];
  for (const [title, part, lines] of rows)
    it(`says which lines: ${title}`, () =>
      assert.equal(selectionAttachment({ ...selected, ...part }).about, `src/a.ts${lines}`));
});
