import assert from 'node:assert/strict';
import ts from 'typescript';
import { localisationsIn } from '../../support/localisations';
import { sourceFiles } from '../../support/sourceFiles';
import { wordsIn } from '../../support/words';
import { foundAt } from './foundTexts';

const calls = sourceFiles('src').flatMap(localisationsIn);
const kept = wordsIn('l10n/bundle.l10n.json');

describe('l10n/bundle.l10n.json', function () {
  this.timeout(30_000);

  it('has a row for each text: `npm run l10n` adds and removes them', () => {
    const used = new Set(calls.map(keyOf));
    assert.ok(used.size > 100);
    const unknown = [...used].filter((key) => !Object.hasOwn(kept, key));
    assert.deepEqual(
      [unknown, Object.keys(kept).filter((key) => !used.has(key))],
      [[], []],
      'what is new, what is gone',
    );
  });

  it('misses nothing, since each text is a literal in its call', () => {
    const missed = calls.filter((call) => !isExportable(call));
    assert.deepEqual(
      missed.map((call) => foundAt(call, call.getText())),
      [],
    );
  });
});

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
