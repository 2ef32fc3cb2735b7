import { unseen } from './text';

/** Joins or separates letters, in the scripts that have it; between other letters it could spell a text of its own. */
const joinsLetters =
  /(?<![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])(?<=[\p{L}\p{M}])[\u200c\u200d](?=[\p{L}\p{M}])(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])/gu;

/** Combines several emoji into one, and turns a symbol into an emoji. */
const joinsEmoji = /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})/gu;
const showsAsEmoji = /(?<=[\p{Extended_Pictographic}\d#*])\ufe0f/gu;

/**
 * True if the text has characters that are invisible to a reader but not to a model. Tabs, line breaks and the parts of
 * emoji don't count.
 */
export function hasInvisibleCharacters(text: string): boolean {
  const rest = [/[\t\n\r]/g, joinsLetters, joinsEmoji, showsAsEmoji].reduce(
    (left, seen) => left.replace(seen, ''),
    text,
  );
  return unseen.test(rest);
}

const everyUnseen = new RegExp(unseen, 'gu');

/** Longer runs of blank lines are replaced by their number, so that they can't hide the text below. */
const maxBlank = 3;

export interface ReadableTextOptions {
  /** Width in code points; a longer line continues in the next row, after an arrow. */
  readonly width: number;
  /** Says how many blank lines there are. */
  readonly blankLines: (count: number) => string;
}

/** Foreign text as rows in which every character can be seen: invisible ones are shown as their numbers. */
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

/** Escapes as in JavaScript: `\u{202e}`. Emoji that are made of several characters stay whole. */
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
