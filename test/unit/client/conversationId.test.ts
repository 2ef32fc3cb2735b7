import assert from 'node:assert/strict';
import { conversationIdProblem } from '../../../src/client/common/conversationId';

describe('conversationIdProblem', () => {
  const rows: readonly (readonly [string, string, string | undefined])[] = [
    ['takes what services make themselves', '0123456789abcdef0123456789abcdef', undefined],
    ['takes blanks inside and around', '  my conversation ', undefined],
    ['takes other scripts', 'größe-見', undefined],
    ['takes one dot', 'a.b', undefined],
    ['takes 100 characters', 'x'.repeat(100), undefined],
    ['refuses 101', 'x'.repeat(101), 'tooLong'],
    ['refuses nothing', '', 'empty'],
    ['refuses blanks', ' \t ', 'empty'],
    ['refuses a line break', 'a\nb', 'control'],
    ['refuses NUL', 'a\0', 'control'],
    ['refuses control characters beyond ASCII', 'a\u0085b', 'control'],
    ['refuses a slash', 'a/b', 'path'],
    ['refuses a backslash', 'a\\b', 'path'],
    ['refuses two dots', '..', 'path'],
  ];
  for (const [title, text, expected] of rows) it(title, () => assert.equal(conversationIdProblem(text), expected));
});
