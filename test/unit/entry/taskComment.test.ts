import assert from 'node:assert/strict';
import { commentLines, taskMarkerIn } from '../../../src/entry/taskComment';

describe('taskMarkerIn', () => {
  // prettier-ignore
  const found: Readonly<Record<string, readonly string[]>> = {
    TODO: [
      '// TODO: mend', '//TODO mend', ' * TODO: in a block', 'const a = 1; // TODO: later', '-- TODO: in SQL',
      '; TODO in Lisp', '% TODO in TeX', '<!-- TODO: in HTML -->', '{- TODO in Haskell -}',
      'REM TODO in a batch file', '" TODO in Vim', '  TODO: in a block that shows nothing of it', '- TODO: in a list',
      '// see TODO: here', '// TODO, then', '! TODO: in Fortran', '      x = 1 ! TODO: in Fortran behind code',
      '---TODO(me): in Lua', '--TODO in SQL', 'select 1 --TODO: in SQL', '// TODO@me, with an at sign',
      '// TODO[me]: in brackets', '// TODO：全角', '# TODO（私）', '// @TODO fix', '// [TODO] fix', '// **TODO** fix',
      '// - TODO: in a list of a comment', '// TODO/FIXME: both', '// TODO. Fix it', '// TODO#12 fix', '/*TODO*/',
      '<!--TODO-->', '/// TODO: in Rust', ':: TODO in a batch file', '@rem TODO in a batch file',
      "' TODO: don't, in Basic", '{# TODO: in a template #}', '<%# TODO: in a template %>',
      '<# TODO: in PowerShell #>', '(* TODO in OCaml *)', '%% TODO: in Erlang', 'x = 1 % TODO: in MATLAB',
      'x = 1; % TODO(anna) in MATLAB', '(a b) ; TODO in Lisp', 'mov ax, 1 ;TODO: in assembler',
      '"""TODO: in Python"""', String.raw`say("\"this\" // that"); // TODO: behind a text`,
      "it's a # TODO: behind an apostrophe", "fn a<'b>() {} // TODO: behind a lifetime",
      'url = "https://a.example"; # TODO: behind a URL', '    * TODO below the margin',
      "we don't know // TODO it's behind an apostrophe",
    ],
    FIXME: [
      '  // FIXME(anna) mend', '// a FIXME and a TODO', '!FIXME at the first column', '--[[ FIXME: in Lua',
      '# FIXME! now',
    ],
    HACK: ['# HACK', '//! HACK: in Rust'],
    XXX: ['/* XXX: why? */', '-- XXX', '// XXX?'],
  };
  for (const [marker, lines] of Object.entries(found))
    for (const line of lines) it(`finds ${marker} in "${line}"`, () => assert.equal(taskMarkerIn(line), marker));

  // prettier-ignore
  const none: readonly string[] = [
    String.raw`say("\" // TODO: in a text");`, '', 'todoList.add(1)', '// todo: in small letters', '// Todo: neither',
    '// TODOs are bad', '// TODO_LIST', '// MYTODO: x', '// MY_TODO: x', '// $TODO: x', '// a-TODO: x',
    '// TODO.md lists them', '// ÄTODO: x', 'const TODO = 1;', 'if (TODO) return;', 'TODO is a word in a text',
    'HACK THE PLANET', 'files = %w(README TODO)', '%w(README TODO)', 'puts "see # TODO: in a text"',
    "print('// TODO: in a text')", "print('see // TODO: in a text')", 'const a = `/* TODO: in a text`;', 'printf("%s -- TODO: x", a);',
    '<a href="#top">TODO</a>', "'TODO', 'DONE',", '"TODO: rename": true,', 'x = a % TODO', 'x = a % TODO * 2',
    '  !TODO && run();', 'return !TODO;', '*TODO = 1;', '--count; TODO(count);', 'i--; TODO(i);', 'run(); TODO(1);',
    'for (;; TODO) run();', '#define TODO(x) x', '#ifdef TODO', 'echo ${#TODO[@]}', 'curl https://a.example/TODO',
    'curl file:///TODO list', '// https://a.example/TODO', '# see docs/TODO for more', '// README, TODO, and CHANGES',
    '::TODO::run();', "// the TODO's end", '// TODO=1 make', '# TODO-list', 'page.html#TODO: x',
  ];
  for (const line of none) it(`finds nothing in "${line}"`, () => assert.equal(taskMarkerIn(line), undefined));
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
    ...['!', '--', ';', '%', '::', "'"].map(
      (begin) => [`those with ${begin}`, [`${begin} a`, `${begin} TODO`, 'x'], 1, 0, 1] as const,
    ),
    ['a line that no longer exists', ['a'], 3, 3, 3],
  ];
  for (const [title, lines, index, first, last] of rows)
    it(`are ${title}`, () => assert.deepEqual(commentLines(lines, index), { first, last }));
});
