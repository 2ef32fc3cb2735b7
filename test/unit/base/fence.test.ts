import assert from 'node:assert/strict';
import { fence } from '../../../src/base/markup';

/** CommonMark's reading of a text that begins with a fence: the block's content, and the text after its end. */
function readFence(markdown: string): { readonly language: string; readonly content: string; readonly rest: string } {
  const [opening = '', ...lines] = markdown.split('\n');
  const [, marks = '', language = ''] = /^(`{3,})([^`]*)$/.exec(opening) ?? [];
  const closing = new RegExp(`^ {0,3}\`{${marks.length},}[ \\t]*\\r?$`);
  const end = lines.findIndex((line) => closing.test(line));
  assert.ok(marks !== '' && end >= 0, `not a fenced block: ${markdown}`);
  return { language, content: lines.slice(0, end).join('\n'), rest: lines.slice(end + 1).join('\n') };
}

describe('fence', () => {
  const marks = (count: number) => '`'.repeat(count);
  const rows: readonly (readonly [string, string])[] = [
    ['nothing', ''],
    ['one line', 'a'],
    ['several lines', 'a\nb\n\nc'],
    ['blank lines at both ends', '\n\na\n\n'],
    ['a backtick', marks(1)],
    ['two backticks', marks(2)],
    ['a fence', `${marks(3)}js\na\n${marks(3)}`],
    ['the closing line alone', marks(3)],
    ['a longer fence', `${marks(4)}\n${marks(3)}\n${marks(4)}`],
    ['a very long fence', marks(500)],
    ['fences of growing length', Array.from({ length: 20 }, (_, length) => marks(length)).join('\n')],
    ['an indented fence', `   ${marks(5)}`],
    ['a fence with spaces after it', `${marks(5)} \t`],
    ['a fence before a carriage return', `${marks(5)}\r\na`],
    ['a run of backticks inside a line', `a ${marks(7)} b`],
    ['a fence in a diff', `+${marks(3)}\n-${marks(4)}\n ${marks(3)}\n`],
    ['tildes', '~~~\na\n~~~'],
    ['backticks at its very end', `a\n${marks(3)}\n`],
    ['its own result', fence(fence(fence('a')))],
  ];
  for (const [title, text] of rows) {
    it(`holds ${title}`, () => {
      const expected = { language: 'diff', content: text.replace(/\n$/, ''), rest: '\nmore' };
      assert.deepEqual(readFence(`${fence(text, 'diff')}\n\nmore`), expected);
    });
  }

  const exact: readonly (readonly [string, string, string])[] = [
    ['is three backticks long', fence('a'), '```\na\n```'],
    ['names the language', fence('a\n', 'diff'), '```diff\na\n```'],
    ['is no longer than it must be', fence('`` a', ''), '```\n`` a\n```'],
    ['is one longer than the longest run', fence('```\n`````'), '``````\n```\n`````\n``````'],
  ];
  for (const [title, block, expected] of exact) it(title, () => assert.equal(block, expected));
});
