import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { isLocalisation } from './isLocalisation';
import { sourceFiles } from './sourceFiles';

/** Every text that the extension shows: those of the manifest, and the English of each `l10n.t(...)` in `src`. */
export function shownTexts(): readonly string[] {
  const manifest = JSON.parse(readFileSync(path.join(PROJECT_ROOT, 'package.nls.json'), 'utf8')) as object;
  return [...Object.values(manifest).map(String), ...sourceFiles('src').flatMap(textsOf)];
}

function textsOf(source: ts.SourceFile): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if (isLocalisation(node)) found.push(...textIn(node.arguments[0]));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
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
