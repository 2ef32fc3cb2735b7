import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { isBranchName } from '../../../src/repository/repository';
import { listOf } from '../../support/listOf';

const taken = [
  ...listOf`
main feature/new-thing a/b/c/d release-1.0 v1.0.x a./b a.lock.b a.LOCK lock a/lock @ @/a a/@ a@ a@b
a{b {a} a} #1 a#b a;b a&b a|b a!b a%b a+b a,b a=b a<b> (a) a] _ a- a/-b head HEAD/a a/HEAD
refs/heads/a origin/main größe 日本語/ブランチ emoji-🚀 0 0123456789abcdef0123456789abcdef01234567
`,
  '$HOME',
  '$(touch)',
  'a`b',
  "a'b",
  'a"b',
  'e\u0301',
  'a\u00a0b',
  'a\u2003b',
  'a\u0085b',
  'a\u202eb',
  'a'.repeat(300),
];

const refused = [
  ...listOf`
a~b a~1 a^ a:b a?b a*b * a[b [a] a..b .. . .a a/.b a. a/b. a.lock a.lock/b a/b.lock .lock / /a a/
a//b - -a --all -/a @{ a@{b a@{1} HEAD
`,
  '',
  ' ',
  'a b',
  ' a',
  'a ',
  'a\tb',
  'a\nb',
  'a\rb',
  'a\u001bb',
  'a\u007fb',
  'a\\b',
];

/** Outside any repository, where `@{-1}` and the like mean nothing. */
function gitTakes(name: string): boolean {
  const environment = { ...process.env, GIT_CEILING_DIRECTORIES: tmpdir(), GIT_DIR: undefined };
  const { status, error } = spawnSync('git', ['check-ref-format', '--branch', name], {
    cwd: tmpdir(),
    env: environment,
  });
  if (error) throw error;
  return status === 0;
}

describe('isBranchName', () => {
  for (const [names, verb, expected] of [
    [taken, 'accepts', true],
    [refused, 'rejects', false],
  ] as const)
    for (const name of names)
      it(`${verb} ${JSON.stringify(name.slice(0, 60))}, as Git does`, () => {
        assert.equal(isBranchName(name), expected);
        assert.equal(gitTakes(name), expected, 'Git is of another opinion');
      });

  it("rejects names that can't be passed to a program", () => {
    for (const name of ['a\0b', 'a\ud800b']) assert.equal(isBranchName(name), false);
  });

  it('can read very long names', () => {
    for (const piece of ['a', '/', 'a/', '.', '@', '-', '.lock/']) isBranchName(piece.repeat(1_000_000));
  });
});
