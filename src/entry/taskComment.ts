export type TaskMarker = 'TODO' | 'FIXME' | 'HACK' | 'XXX';

/** Beginning of a comment, anywhere in a line, or its continuation at the beginning of a line. */
const opening = /(?:\/\/|\/\*|#|--|;|%|<!--|\{-|\(\*|"""|'''|^\s*(?:\*|'|"|REM\s|dnl\s))/i;

/** A separate word in capitals, followed by a colon, a space, a parenthesis, or nothing. */
const marker = /(?<![\p{L}\p{N}_$.-])(TODO|FIXME|HACK|XXX)(?=[:\s(]|$)/u;

/** At the beginning of a line, within a block comment that the line itself doesn't show. */
const bare = /^\s*(?:[-*]\s+)?(TODO|FIXME|HACK|XXX)(?=[:(])/;

/** The task marker of a comment in this line; `undefined` if there is none. */
export function taskMarkerIn(line: string): TaskMarker | undefined {
  const start = opening.exec(line);
  const found = (start && marker.exec(line.slice(start.index + start[0].length))) ?? bare.exec(line);
  return found?.[1] as TaskMarker | undefined;
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
  while (first > 0 && openerOf(lines[first - 1]) === begin) first--;
  while (last + 1 < lines.length && openerOf(lines[last + 1]) === begin) last++;
  return { first, last };
}

/** What the comment in a line begins with. */
function openerOf(line: string | undefined): string | undefined {
  return /^\s*(\/\/|#|--|;|%|\*(?!\/))/.exec(line ?? '')?.[1];
}
