import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** Every text that the extension shows: those of the manifest, and the English of each `l10n.t(...)` in the sources. */
export function shownTexts(): readonly string[] {
  const manifest = JSON.parse(readFileSync(path.join(PROJECT_ROOT, 'package.nls.json'), 'utf8')) as object;
  return [...Object.values(manifest).map(String), ...textsOfSources()];
}

function textsOfSources(): readonly string[] {
  const folder = path.join(PROJECT_ROOT, 'src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  return files.flatMap((file) => {
    const text = readFileSync(path.join(folder, file), 'utf8');
    return text.includes('l10n.t(') ? textsOf(ts.createSourceFile(file, text, ts.ScriptTarget.Latest)) : [];
  });
}

function textsOf(source: ts.SourceFile): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node) && isLocalising(node.expression)) found.push(...textIn(node.arguments[0]));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** `l10n.t` or `vscode.l10n.t`. */
function isLocalising(called: ts.Expression): boolean {
  if (!ts.isPropertyAccessExpression(called) || called.name.text !== 't') return false;
  const { expression: from } = called;
  return ts.isIdentifier(from)
    ? from.text === 'l10n'
    : ts.isPropertyAccessExpression(from) && from.name.text === 'l10n';
}

/** The text itself, or the message of an object that also has a comment for translators. */
function textIn(argument: ts.Expression | undefined): readonly string[] {
  if (!argument) return [];
  if (ts.isStringLiteralLike(argument)) return [argument.text];
  if (!ts.isObjectLiteralExpression(argument)) return [];
  const message = argument.properties.find(
    (property) =>
      ts.isPropertyAssignment(property) && ts.isIdentifier(property.name) && property.name.text === 'message',
  );
  return message && ts.isPropertyAssignment(message) ? textIn(message.initializer) : [];
}
