import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

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

/** True if `npm test` runs a place: if some of its words, or any test of its file, stand outside of all slow tests. */
function isRun(place: string): boolean {
  const [, file = '', words = ''] = /^`([^`]+)`\s*(.*)$/.exec(place) ?? [];
  const text = readFileSync(path.join(folder, file), 'utf8');
  return withoutSlowTests(text).includes(words === '' ? 'it(' : words);
}

function withoutSlowTests(text: string): string {
  let rest = '';
  let end = 0;
  const visit = (node: ts.Node): void => {
    if (!ts.isCallExpression(node) || !/^(?:slow\(|more\.)/.test(node.expression.getText()))
      return ts.forEachChild(node, visit);
    rest += text.slice(end, node.getStart());
    end = node.getEnd();
  };
  visit(ts.createSourceFile('some.test.ts', text, ts.ScriptTarget.Latest, true));
  return rest + text.slice(end);
}
