import assert from 'node:assert/strict';
import { conversationIdProblem } from '../../../src/client/conversationId';

describe('conversationIdProblem', () => {
  const rows: readonly (readonly [string, string, string | undefined])[] = [
    ['accepts ids that services make themselves', '0123456789abcdef0123456789abcdef', undefined],
    ['accepts spaces inside and around', '  my conversation ', undefined],
    ['accepts other scripts', 'größe-見', undefined],
    ['accepts one dot', 'a.b', undefined],
    ['accepts 100 characters', 'x'.repeat(100), undefined],
    ['rejects 101 characters', 'x'.repeat(101), 'tooLong'],
    ['rejects an empty id', '', 'empty'],
    ['rejects whitespace', ' \t ', 'empty'],
    ['rejects a line break', 'a\nb', 'control'],
    ['rejects NUL', 'a\0', 'control'],
    ['rejects control characters beyond ASCII', 'a\u0085b', 'control'],
    ['rejects a slash', 'a/b', 'path'],
    ['rejects a backslash', 'a\\b', 'path'],
    ['rejects two dots', '..', 'path'],
  ];
  for (const [title, text, expected] of rows) it(title, () => assert.equal(conversationIdProblem(text), expected));
});
