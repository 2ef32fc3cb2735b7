import ts from 'typescript';
import { localisationsIn } from './localisations';
import { sourceFiles } from './sourceFiles';
import { wordsIn } from './words';

/** Every text that the extension shows: those of the manifest, and the English of each `l10n.t(...)` in `src`. */
export function shownTexts(): readonly string[] {
  const calls = sourceFiles('src').flatMap(localisationsIn);
  return [...Object.values(wordsIn('package.nls.json')), ...calls.flatMap((call) => textIn(call.arguments[0]))];
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
