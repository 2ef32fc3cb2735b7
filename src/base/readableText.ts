import { stackedMarks, invisibleCharacter } from './text';

/** Invisible characters that can't hide anything, in the order in which they are matched. */
const harmless = [
  /[\t\n\r]/u,
  // Joins or separates letters in scripts that use this. Between Latin, Greek or Cyrillic letters, it could encode a text.
  /(?<![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])(?<=[\p{L}\p{M}])[\u200c\u200d](?=[\p{L}\p{M}])(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])/u,
  // Combines several emoji into one, and turns a symbol into an emoji.
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})/u,
  /(?<=[\p{Extended_Pictographic}\d#*])\ufe0f/u,
];
const harmlessOrInvisible = new RegExp(
  `(${harmless.map(({ source }) => source).join('|')})|${invisibleCharacter.source}`,
  'gu',
);

/** Most texts don't match this, and need no further work. */
const unlikePlainText = /[^\t\n\r -~]/;

/** Replaces each character that a reader can't see, but a model can. */
function replaceInvisible(text: string, replace: (character: string) => string): string {
  if (!unlikePlainText.test(text)) return text;
  const rest = text.replace(harmlessOrInvisible, (found, kept?: string) => kept ?? replace(found));
  // Without a neighbor that was replaced, a character may no longer be harmless.
  return rest === text ? text : replaceInvisible(rest, replace);
}

/** Number of characters that a reader can't see, but a model can. Parts of emoji don't count. */
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

/** Width of such a row, in letters of average width. Wider characters count as several. */
export const dialogWidth = 56;

/** Four or more blanks. Not written as `{4,}`, because the engine stores each position for that and fails at some millions. */
const blanks = /[\s\u0085\u115f\u1160\u2800\u3164\uffa0]{3}[\s\u0085\u115f\u1160\u2800\u3164\uffa0]+/g;

const arrow = '↳ ';

/**
 * Splits text from outside into rows for a question in which the user agrees to it. Invisible characters are escaped. Blanks
 * that would push the rest of the text out of sight are replaced with a note.
 * @param note returns the note for a number of blanks
 * @param width maximum width of a row. A longer line continues in the next row, after an arrow
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
  const shown = replaceInvisible(lines.replace(stackedMarks, escaped), escaped);
  return shown.split('\n').flatMap((line) => wrapped(line, width));
}

/** The blanks at the end of a run that indent the next line; empty if they're wider than half of a row. */
function indentationAfter(run: string, width: number): string {
  const [indentation = ''] = /(?<=\n)[ \t]*$/.exec(run) ?? [];
  return widthOf(indentation) <= width / 2 ? indentation : '';
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

function wrapped(line: string, width: number): readonly string[] {
  const rows: string[] = [];
  let row: string[] = [];
  let used = 0;
  for (const character of line) {
    used += widthOf(character);
    if (used > width && row.length > 0) {
      // Breaks between words, unless that leaves the row half empty.
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

/** Indents rows from outside, so that none of them looks like a line that the extension wrote. */
export function indented(rows: readonly string[]): readonly string[] {
  return rows.map((row) => (row === '' ? '' : `${indentation}${row}`));
}

/** Joins the lines again that were wrapped by {@link readableText}. */
export function unwrapped(text: string): string {
  return text.replaceAll(`\n${arrow}`, '');
}

function widthOf(text: string): number {
  let width = 0;
  for (const character of text) {
    if (character === '\t') width += 4;
    else if (veryWide.test(character)) width += 12;
    else width += character < '\u1100' ? 1 : 2;
  }
  return width;
}

/** Ligatures of whole sentences, and characters that are as wide. */
const veryWide = /[\u{fdfa}\u{fdfd}\u{12000}-\u{1254f}]/u;
