/** A character that cannot be seen, changes the direction of writing, or has a glyph only in a font of somebody's own. */
export const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** The text's first UTF-16 units, `length` at most; no character is cut in half. */
export function truncate(text: string, length: number): string {
  return text.length > length ? text.slice(0, length).replace(/\p{Surrogate}$/u, '') : text;
}

/** The text, or what fits of it with an ellipsis at its end; no character is cut in half. `maxLength` in UTF-16 units. */
export function ellipsize(text: string, maxLength: number): string {
  return text.length > maxLength ? `${truncate(text, maxLength - 1)}…` : text;
}

const unseenOrBlank = new RegExp(String.raw`(?:${unseen.source}|\s)+`, 'gu');

/** Of marks that pile up on one letter, no writing has more. */
const towers = /(\p{M}{4})\p{M}+/gu;

/** Words of ASCII with a space between, as most texts are: there is nothing to do for them. */
const plainText = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/** Other people's text as one line in which everything can be seen, in the order in which it stands. */
export function visibleText(text: string): string {
  if (plainText.test(text)) return text;
  return text.toWellFormed().replace(unseenOrBlank, ' ').replace(towers, '$1').trim();
}

/** What joins or parts letters, in the writings that have it; between other letters it could spell a text of its own. */
const joinsLetters =
  /(?<![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])(?<=[\p{L}\p{M}])[\u200c\u200d](?=[\p{L}\p{M}])(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])/gu;

/** What makes one emoji of several, and a picture of a sign. */
const joinsEmoji = /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})/gu;
const showsAsEmoji = /(?<=[\p{Extended_Pictographic}\d#*])\ufe0f/gu;

/** Whether a text has what a reader cannot see and a model can read. Tabs, line breaks and what makes emoji are seen. */
export function hasInvisibleCharacters(text: string): boolean {
  const rest = [/[\t\n\r]/g, joinsLetters, joinsEmoji, showsAsEmoji].reduce(
    (left, seen) => left.replace(seen, ''),
    text,
  );
  return unseen.test(rest);
}

const everyUnseen = new RegExp(unseen, 'gu');

/** More blank lines in a row than this are told by their number, so that they hide nothing of what is below. */
const maxBlank = 3;

export interface ReadableTextOptions {
  /** In code points; what is longer goes on in the next row, behind an arrow. */
  readonly width: number;
  /** Says how many blank lines there are. */
  readonly blankLines: (count: number) => string;
}

/** Somebody else's text as rows in which a reader finds every character: those that cannot be seen as their numbers. */
export function readableText(text: string, { width, blankLines }: ReadableTextOptions): readonly string[] {
  const lines = text.replace(/\r\n?/g, '\n').split('\n').map(withNumbers);
  const rows: string[] = [];
  let blank: string[] = [];
  const endBlank = () => {
    rows.push(...(blank.length > maxBlank ? [blankLines(blank.length)] : blank));
    blank = [];
  };
  for (const row of lines.flatMap((line) => wrapped(line, width))) {
    if (row.replace('↳', '').trim() === '') {
      blank.push(row);
    } else {
      endBlank();
      rows.push(row);
    }
  }
  endBlank();
  return rows;
}

/** As JavaScript writes them: `\u{202e}`. Emoji that are made of several characters stay whole. */
function withNumbers(line: string): string {
  if (!hasInvisibleCharacters(line)) return line;
  return line.replace(everyUnseen, (character) =>
    character === '\t' ? character : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

function wrapped(line: string, width: number): readonly string[] {
  if (line.length <= width) return [line];
  const characters = Array.from(line);
  const rows: string[] = [];
  for (let at = 0; at < characters.length; at += width) {
    rows.push(`${at === 0 ? '' : '↳ '}${characters.slice(at, at + width).join('')}`);
  }
  return rows;
}

/**
 * Other people's words for a label: one line in which everything can be seen. VS Code would draw `$(icon)`: the sequence
 * is shown as it is.
 */
export function plainLabel(text: string): string {
  return visibleText(text).replace(/\$\(/g, '\\$(');
}

/**
 * Text for a notification, a question or its box: its title, its prompt, what it says of a refusal. VS Code would make a
 * link, or a command, of `[text](address)` there, and a picture of `$(icon)`: names in files, of repositories and of
 * branches, and the words of servers are other people's.
 */
export function plainNotification(text: string): string {
  return visibleText(text).replace(/([\]$])\(/g, '$1 (');
}
