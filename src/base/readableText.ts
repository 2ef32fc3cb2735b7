import { stackedMarks, invisibleCharacter } from './text';

/** Characters that a reader neither sees nor misses, in the order in which they are looked for. */
const harmless = [
  /[\t\n\r]/u,
  // Joins or separates letters, in the scripts that have it; between other letters it could spell a text of its own.
  /(?<![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])(?<=[\p{L}\p{M}])[\u200c\u200d](?=[\p{L}\p{M}])(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])/u,
  // Combines several emoji into one, and turns a symbol into an emoji.
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})/u,
  /(?<=[\p{Extended_Pictographic}\d#*])\ufe0f/u,
];
const harmlessOrInvisible = new RegExp(
  `(${harmless.map(({ source }) => source).join('|')})|${invisibleCharacter.source}`,
  'gu',
);

/** Most texts don't match, and need no work. */
const unlikePlainText = /[^\t\n\r -~]/;

/** The text with something else in place of each character that is invisible to a reader but not to a model. */
function replaceInvisible(text: string, replace: (character: string) => string): string {
  if (!unlikePlainText.test(text)) return text;
  const rest = text.replace(harmlessOrInvisible, (found, kept?: string) => kept ?? replace(found));
  // A character that was harmless between two others may not be harmless without one of them.
  return rest === text ? text : replaceInvisible(rest, replace);
}

/** Number of characters that are invisible to a reader but not to a model. Parts of emoji don't count. */
export function countInvisible(text: string): number {
  let count = 0;
  replaceInvisible(text, () => String(count++));
  return count;
}

export function withoutInvisible(text: string): string {
  return replaceInvisible(text, () => '');
}

/** Number of rows that fit in a dialog on every screen. */
export const rowsInDialog = 20;

/** Width of such a row: letters of average width; others count as several. */
export const dialogWidth = 56;

/** Four or more. For `{4,}`, the engine stores a position for each character, and fails at some millions. */
const blanks = /[\s\u0085\u115f\u1160\u2800\u3164\uffa0]{3}[\s\u0085\u115f\u1160\u2800\u3164\uffa0]+/g;

const arrow = '↳ ';

/**
 * Foreign text for every place where the user agrees to it: rows in which every character can be seen. Invisible ones
 * are shown as their numbers, and blanks that would move what follows out of sight as how many they are.
 * @param note says how many blanks there are
 * @param width of a row; a longer line continues in the next one, after an arrow
 */
export function readableText(
  text: string,
  note: (blanks: number) => string,
  width: number = dialogWidth,
): readonly string[] {
  const lines = text.replace(/\r\n?/g, '\n').replace(blanks, (run: string, at: number, whole: string) => {
    if (widthOf(run) < width && run.split('\n').length <= 4) return run;
    const isAtEnd = at + run.length === whole.length;
    const kept = isAtEnd ? '' : indentationAfter(run, width);
    return `${at === 0 ? '' : '\n'}${note(run.length - kept.length)}${isAtEnd ? '' : '\n'}${kept}`;
  });
  const shown = replaceInvisible(lines.replace(stackedMarks, numberOf), numberOf);
  return shown.split('\n').flatMap((line) => wrapped(line, width));
}

/** The blanks that indent the line after a run of blanks; empty if they are wider than half of a row. */
function indentationAfter(run: string, width: number): string {
  const [indentation = ''] = /(?<=\n)[ \t]*$/.exec(run) ?? [];
  return widthOf(indentation) <= width / 2 ? indentation : '';
}

/** An escape as in JavaScript: `\u{202e}`. */
function numberOf(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

function wrapped(line: string, width: number): readonly string[] {
  const rows: string[] = [];
  let row: string[] = [];
  let used = 0;
  for (const character of line) {
    used += widthOf(character);
    if (used > width && row.length > 0) {
      // Between words, unless that leaves the row half empty.
      const blank = row.lastIndexOf(' ') + 1;
      const rest = row.splice(blank > row.length / 2 ? blank : row.length);
      rows.push(row.join(''));
      row = rest;
      used = widthOf(rest.join('') + character);
    }
    row.push(character);
  }
  return [...rows, row.join('')].map((text, index) => (index === 0 ? text : `${arrow}${text}`));
}

export const indentation = ' '.repeat(4);

/** Rows below a line of ours, indented: none of them can look like another line of ours. */
export function indented(rows: readonly string[]): readonly string[] {
  return rows.map((row) => (row === '' ? '' : `${indentation}${row}`));
}

/** Readable text with its long lines whole again. */
export function unwrapped(text: string): string {
  return text.replaceAll(`\n${arrow}`, '');
}

function widthOf(text: string): number {
  let width = 0;
  for (const character of text) {
    if (character === '\t') width += 4;
    else if (widest.test(character)) width += 12;
    else width += character < '\u1100' ? 1 : 2;
  }
  return width;
}

/** Ligatures of whole sentences, and signs as wide. */
const widest = /[\u{fdfa}\u{fdfd}\u{12000}-\u{1254f}]/u;
