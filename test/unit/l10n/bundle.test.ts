import { getL10nJson } from '@vscode/l10n-dev';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { isLocalisation } from '../../support/isLocalisation';
import { sourceFiles } from '../../support/sourceFiles';

const files = sourceFiles('src');

describe('l10n/bundle.l10n.json', function () {
  this.timeout(30_000);

  it('has the texts of the source files: `npm run l10n` updates it', async () => {
    // As one file: with each file by itself, most of the time would go into starting up.
    const contents = files.map(({ text }) => text).filter((text) => text.includes('l10n'));
    const exported = await getL10nJson([{ contents: contents.join('\n'), extension: '.ts' }]);
    const kept = JSON.parse(
      readFileSync(path.join(PROJECT_ROOT, 'l10n', 'bundle.l10n.json'), 'utf8'),
    ) as typeof exported;
    const keysOnlyIn = (a: typeof exported, b: typeof exported) =>
      Object.keys(a).filter((key) => !Object.hasOwn(b, key));
    assert.ok(Object.keys(exported).length > 100);
    assert.deepEqual([keysOnlyIn(exported, kept), keysOnlyIn(kept, exported)], [[], []], 'what is new, what is gone');
    assert.deepEqual(kept, exported);
  });

  it('misses nothing, since each text is a literal in its call', () => {
    assert.deepEqual(files.flatMap((file) => callsIn(file).filter((call) => !isExportable(call))).map(place), []);
  });

  it('recognizes texts that can be exported', () => {
    const source = "l10n.t('a'); l10n.t(`b`, x); l10n.t({ message: 'c', args: [x], comment: 'd' });";
    const not = 'l10n.t(text); l10n.t(`a ${b}`); l10n.t("a" + "b"); vscode.l10n.t({ message, comment: "d" });';
    const calls = (text: string) => callsIn(ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest, true));
    assert.deepEqual(calls(source).map(isExportable), [true, true, true]);
    assert.deepEqual(calls(not).map(isExportable), [false, false, false, false]);
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

function isPlain(node: ts.Node | undefined): boolean {
  return node !== undefined && ts.isStringLiteralLike(node);
}

function place(node: ts.Node): string {
  const file = node.getSourceFile();
  return `${file.fileName}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
}
