import assert from 'node:assert/strict';
import { commentLines, taskMarkerIn } from '../../../src/entry/taskComment';

describe('taskMarkerIn', () => {
  const found: readonly (readonly [string, string])[] = [
    ['// TODO: mend', 'TODO'],
    ['//TODO mend', 'TODO'],
    ['  // FIXME(anna) mend', 'FIXME'],
    ['# HACK', 'HACK'],
    ['/* XXX: why? */', 'XXX'],
    [' * TODO: in a block', 'TODO'],
    ['const a = 1; // TODO: later', 'TODO'],
    ['-- TODO: in SQL', 'TODO'],
    ['; TODO in Lisp', 'TODO'],
    ['% TODO in TeX', 'TODO'],
    ['<!-- TODO: in HTML -->', 'TODO'],
    ['{- TODO in Haskell -}', 'TODO'],
    ['REM TODO in a batch file', 'TODO'],
    ['" TODO in Vim', 'TODO'],
    ['  TODO: in a block that shows nothing of it', 'TODO'],
    ['- TODO: in a list', 'TODO'],
    ['// see TODO: here', 'TODO'],
    ['// a FIXME and a TODO', 'FIXME'],
  ];
  for (const [line, marker] of found) it(`finds it in "${line}"`, () => assert.equal(taskMarkerIn(line), marker));

  const none: readonly string[] = [
    '',
    'todoList.add(1)',
    '// todo: in small letters',
    '// Todo: neither',
    '// TODOs are bad',
    '// TODO_LIST',
    '// MYTODO: x',
    '// MY_TODO: x',
    '// $TODO: x',
    '// a-TODO: x',
    '// TODO.md lists them',
    '// TODO, then',
    '// ÄTODO: x',
    'const TODO = 1;',
    'if (TODO) return;',
    'TODO is a word in a text',
    'HACK THE PLANET',
  ];
  for (const line of none) it(`finds none in "${line}"`, () => assert.equal(taskMarkerIn(line), undefined));
});

describe('commentLines', () => {
  const rows: readonly (readonly [string, readonly string[], number, number, number])[] = [
    ['a single line', ['a', '// TODO', 'b'], 1, 1, 1],
    ['adjacent lines', ['a', '// before', '// TODO', '  // after', 'b'], 2, 1, 3],
    ['a block', ['/**', ' * TODO', ' * more', ' */'], 1, 1, 2],
    ['hashes', ['# TODO', '# more', 'x'], 0, 0, 1],
    ['a comment after code', ['// a', 'x(); // TODO', '// b'], 1, 1, 1],
    ['comments of two kinds', ['# a', '// TODO', '# b'], 1, 1, 1],
    ['a whole file', ['// TODO', '// b'], 1, 0, 1],
    ['a line that no longer exists', ['a'], 3, 3, 3],
  ];
  for (const [title, lines, index, first, last] of rows)
    it(`are ${title}`, () => assert.deepEqual(commentLines(lines, index), { first, last }));
});
