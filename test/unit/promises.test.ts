import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { leftToAll } from '../scope';

const folder = path.join(PROJECT_ROOT, 'test');
const rows = readFileSync(path.join(folder, 'promises.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| (?!-|Promise )/.test(line))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

describe('the tests for promises', () => {
  it('are in a table', () => assert.ok(rows.length > 20, `${rows.length} rows`));

  for (const [promise = '', ...places] of rows) {
    it(`exist: ${promise}`, () => {
      assert.equal(places.length, 2);
      for (const place of places) {
        const [, file = '', words = ''] = /^`([^`]+)`\s*(.*)$/.exec(place) ?? [];
        assert.ok(existsSync(path.join(folder, file)) && file !== '', place);
        const text = readFileSync(path.join(folder, file), 'utf8');
        assert.ok(text.includes(words), `No title in ${file} has the words "${words}".`);
      }
    });

    it(`aren't all left to test:all: ${promise}`, () => assert.ok(places.some(isRun), places.join()));
  }
});

/** True if `npm test` runs a place: its file, and the test whose title contains the words. */
function isRun(place: string): boolean {
  const [, layer = '', file = '', words = ''] = /^`([^/]+)\/([^`]+)`\s*(.*)$/.exec(place) ?? [];
  const left = leftToAll[layer]?.[file] ?? [];
  return left !== 'whole' && !left.some((title) => words !== '' && (title.includes(words) || words.includes(title)));
}
