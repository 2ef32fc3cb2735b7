import { fence } from '../base/markup';

/**
 * Markdown that shows a foreign text formatted, and in which nothing leads anywhere or loads: links, images and HTML are
 * shown as they were written. What isn't certain to be code for every reader of Markdown is escaped, so blocks of code
 * start at the margin, and code in a line has one backtick at each end, and no `|`, at which a table would divide it.
 */
export function inertMarkdown(text: string): string {
  const shown: string[] = [];
  let code: { readonly end: RegExp; readonly indent: number; readonly lines: string[] } | undefined;
  const endCode = () => {
    // The language of a code block is omitted, because Markdown plugins would act on it.
    if (code) shown.push('', fence(code.lines.join('\n')), '');
    code = undefined;
  };
  for (const line of text.split('\n')) {
    const rest = line.trimStart();
    const indent = line.length - rest.length;
    if (code) {
      if (code.end.test(rest)) endCode();
      else code.lines.push(line.slice(Math.min(indent, code.indent)));
      continue;
    }
    const [marks = ''] = /^(?:`{3,}(?!.*`)|~{3,})/.exec(rest) ?? [];
    if (marks === '') shown.push(inertLine(line));
    else code = { end: new RegExp(`^[${marks[0] ?? ''}]{${marks.length},}\\s*$`), indent, lines: [] };
  }
  endCode();
  return shown.join('\n');
}

/** Escaped backslashes and backticks; code; and what could be read as the beginning of code. */
const codeInLine = /(\\[\\`]|`[^`|]+`(?!`)|`+|~{3,})/;

function inertLine(line: string): string {
  return line
    .split(codeInLine)
    .map((piece, index) => {
      if (index % 2 === 0) return piece.replace(/[^\s|()]+/g, inertWord);
      const isKept = piece.startsWith('\\') || (piece.startsWith('`') && /[^`]/.test(piece));
      return isKept ? piece : piece.replace(/./g, '\\$&');
    })
    .join('');
}

/** Beginnings of links, images, HTML, entities and the syntax of common plugins; also characters escaped already. */
const markup = /\\[!-/:-@[-`{-~]|[[\]<&$:{]/g;

function inertWord(word: string, at: number, piece: string): string {
  if (!/\/\/|@|www\./i.test(word)) return word.replace(markup, (found) => (found.length > 1 ? found : `\\${found}`));
  // Addresses become links by themselves, except in code. At the edge of a piece, other code may be next to it.
  return `${at === 0 ? ' ' : ''}\`${word}\`${at + word.length === piece.length ? ' ' : ''}`;
}
