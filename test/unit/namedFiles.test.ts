import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readText } from '../support/words';

/** Every file of the checkout, tracked or new, but not ignored. */
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: PROJECT_ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '');

/** Files of users, which comments name as examples. */
const examples: readonly string[] = ['src/parser.ts', 'test/math.test.ts'];

/** Names of code files in comments of code, and in the text of documents. */
function namesIn(file: string): readonly string[] {
  const text = readText(file);
  const read = file.endsWith('.md') ? text : (text.match(/\/\*[^]*?\*\/|(?<![:'"`])\/\/ .*/g) ?? []).join('\n');
  return [...read.matchAll(/(?<![\w*/.-])[\w./-]*\w\.(?:ts|mjs)\b/g)].map(([name]) => name.replace(/^\.\//, ''));
}

describe('Comments and documents', () => {
  it('name only files that are there', () => {
    const gone = files
      .filter((file) => /\.(?:ts|mjs|md)$/.test(file) && file !== 'CHANGELOG.md')
      .flatMap((file) => namesIn(file).map((name) => ({ file, name })))
      .filter(({ name }) => ![...files, ...examples].some((known) => known === name || known.endsWith(`/${name}`)))
      .map(({ file, name }) => `${file}: ${name}`);
    assert.deepEqual(gone, []);
  });
});

describe('Comments', () => {
  it('begin with their subject, not with "Of", "What", "Where", "Whether", "Those" or "These"', () => {
    const beginning = /^\s*(?:\/\/|\/\*\*(?:\n\s*\*)?) (?:Of|What|Where|Whether|Those|These) .*/gm;
    const found = files
      .filter((file) => /\.(?:ts|mjs)$/.test(file))
      .flatMap((file) => {
        const comments = readText(file).match(beginning) ?? [];
        return comments.map((line) => `${file}: ${line.trim()}`);
      });
    assert.deepEqual(found, []);
  });
});
