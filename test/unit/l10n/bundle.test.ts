import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { isLocalisation } from '../../support/isLocalisation';
import { sourceFiles } from '../../support/sourceFiles';

const files = sourceFiles('src');
const kept = JSON.parse(readFileSync(path.join(PROJECT_ROOT, 'l10n', 'bundle.l10n.json'), 'utf8')) as object;

describe('l10n/bundle.l10n.json', function () {
  this.timeout(30_000);

  it('has a row for each text: `npm run l10n` adds and removes them', () => {
    const used = new Set(files.flatMap(callsIn).map(keyOf));
    assert.ok(used.size > 100);
    const unknown = [...used].filter((key) => !Object.hasOwn(kept, key));
    assert.deepEqual(
      [unknown, Object.keys(kept).filter((key) => !used.has(key))],
      [[], []],
      'what is new, what is gone',
    );
  });

  it('misses nothing, since each text is a literal in its call', () => {
    assert.deepEqual(files.flatMap((file) => callsIn(file).filter((call) => !isExportable(call))).map(place), []);
  });
});

function callsIn(file: ts.SourceFile): readonly ts.CallExpression[] {
  const calls: ts.CallExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (isLocalisation(node)) calls.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return calls;
}

function isExportable({ arguments: [first] }: ts.CallExpression): boolean {
  if (!first || !ts.isObjectLiteralExpression(first)) return isPlain(first);
  const texts = first.properties.filter(({ name }) => name?.getText() !== 'args');
  return texts.length > 0 && texts.every((text) => ts.isPropertyAssignment(text) && isPlain(text.initializer));
}

/** The text, or `text/comment`. */
function keyOf({ arguments: [first] }: ts.CallExpression): string {
  const texts = first && ts.isObjectLiteralExpression(first) ? first.properties.flatMap(textIn) : [first];
  return texts.map((text) => (isPlain(text) ? text.text : '')).join('/');
}

function textIn(property: ts.ObjectLiteralElementLike): readonly ts.Expression[] {
  return ts.isPropertyAssignment(property) && property.name.getText() !== 'args' ? [property.initializer] : [];
}

function isPlain(node: ts.Node | undefined): node is ts.StringLiteralLike {
  return node !== undefined && ts.isStringLiteralLike(node);
}

function place(node: ts.Node): string {
  const file = node.getSourceFile();
  return `${file.fileName}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
}
