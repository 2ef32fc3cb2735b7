const markers = ['TODO', 'FIXME', 'HACK', 'XXX'] as const;
type TaskMarker = (typeof markers)[number];

const { raw } = String;
const anyMarker = markers.join('|');
const marker = `(${anyMarker})`;

/** The first word of a comment, after punctuation. What follows must not make it a longer word. */
const leading = new RegExp(raw`^[\s*@[({<>|:!#-]*${marker}(?![\p{L}\p{N}_$='’]|-[^-\s]|\.\S|\/(?!${anyMarker}))`, 'u');

/** A separate word in capitals, followed by a colon, a space, a parenthesis, or nothing. */
const within = new RegExp(raw`(?<![\p{L}\p{N}_$./-])${marker}(?=[:：\s(（]|$)`, 'u');

/** At the beginning of a line, within a block comment that the line itself doesn't show. */
const bare = new RegExp(raw`^\s*(?:[-*]\s+)?${marker}(?=[:：(（])`, 'u');

/** A marker with a colon or words after it, which tells a comment from an operator that looks the same. */
const note = raw`(?=\s*(?:${anyMarker})(?:\([^)]{0,80}\))?(?:[:：]|\s+\p{L}))`;

/** The beginnings of comments that can be anywhere in a line. */
const anywhere = [raw`\/\*+`, '<!--', '<#', raw`(?<!\$)\{[#!]+`, raw`\{-`, raw`\(\*(?=[\s*])`];

/** The beginnings of comments that are only recognized at the beginning of a line. */
const firstInLine = new RegExp(
  [
    raw`\/{2,}`,
    raw`\*+(?=\s|\/|$)`,
    `"""|'''`,
    // Not the directives of a preprocessor.
    raw`#+(?!(?:define|undef|if|ifdef|ifndef|elif|include|pragma|region)\b)`,
    // `--count` is code.
    raw`-{2,}(?!\w)|-{2,}(?=${marker})`,
    ';+',
    // `%w(a b)` is a list.
    raw`%+(?![A-Za-z]?[([{<|])`,
    raw`!+(?=\s)|!+${note}`,
    raw`::(?=\s)`,
    raw`@?rem\s|dnl\s`,
    // A quotation mark that is closed belongs to a string.
    raw`'(?:(?=\s)|(?!.*'))|"(?:(?=\s)|(?!.*"))`,
  ].join('|'),
  'iuy',
);

/** The beginnings of comments after code. */
const behindCode = new RegExp(
  [
    ...anywhere,
    raw`(?<![:/])\/{2,}`,
    raw`(?<=[\s%;,)\]}])#+`,
    raw`(?<=\s)-{2,}(?:(?=\s)|${note})`,
    raw`(?<=\s);+(?:(?=\s)|${note})`,
    raw`(?<=\s)[%!]+${note}`,
  ].join('|'),
  'uy',
);

/** The task marker of a comment in this line; `undefined` if there is none. */
export function taskMarkerIn(line: string): TaskMarker | undefined {
  const comment = commentIn(line) ?? '';
  const found = leading.exec(comment) ?? within.exec(comment) ?? bare.exec(line);
  return found?.[1] as TaskMarker | undefined;
}

/** The text of the first comment in a line, without its beginning. Ignores texts in quotation marks. */
function commentIn(line: string): string | undefined {
  firstInLine.lastIndex = line.search(/\S|$/);
  if (firstInLine.test(line)) return line.slice(firstInLine.lastIndex);
  const unclosed = new Set<string>();
  for (let at = 0; at < line.length; at++) {
    behindCode.lastIndex = at;
    if (behindCode.test(line)) return line.slice(behindCode.lastIndex);
    at = endOfQuoted(line, at, unclosed);
  }
  return undefined;
}

/**
 * The end of the text in quotation marks that begins at `at`; `at` if none does.
 * @param unclosed marks that are known to have no other one behind them: the rest of the line is searched once for each
 */
function endOfQuoted(line: string, at: number, unclosed: Set<string>): number {
  const mark = line.charAt(at);
  const isApostrophe = mark === "'" && /\w/.test(line.charAt(at - 1));
  if (!/["'`]/.test(mark) || isApostrophe || unclosed.has(mark)) return at;
  for (let end = at + 1; end < line.length; end++) {
    if (line[end] === mark) return end;
    if (line[end] === '\\') end++;
  }
  unclosed.add(mark);
  return at;
}

/** The lines of the comment around the line at `index`, as long as they begin alike. All are counted from 0. */
export function commentLines(
  lines: readonly string[],
  index: number,
): { readonly first: number; readonly last: number } {
  const begin = openerOf(lines[index]);
  if (begin === undefined) return { first: index, last: index };
  let first = index;
  let last = index;
  while (openerOf(lines[first - 1]) === begin) first--;
  while (openerOf(lines[last + 1]) === begin) last++;
  return { first, last };
}

/** The characters that open the comment in a line; `undefined` if the line doesn't begin with a comment. */
function openerOf(line: string | undefined): string | undefined {
  return /^\s*(\/\/|#|--|;|%|!|::|'|\*(?!\/))/.exec(line ?? '')?.[1];
}
