/** A character that is invisible, changes the text direction, or only has a glyph in a private font. */
export const invisibleCharacter = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** The first `length` UTF-16 units of a text, but never half of a character. */
export function truncate(text: string, length: number): string {
  return text.length > length ? text.slice(0, length).replace(/\p{Surrogate}$/u, '') : text;
}

/** The text, or its beginning and an ellipsis if it has more than `maxLength` UTF-16 units. */
export function ellipsize(text: string, maxLength: number): string {
  return text.length > maxLength ? `${truncate(text, maxLength - 1)}…` : text;
}

/** The first line that isn't blank, truncated, for a row of a list; `undefined` if there is none. */
export function firstLine(text: string, maxLength = 200): string | undefined {
  const line = /\S[^\r\n]*/.exec(text)?.[0].trimEnd();
  return line && ellipsize(line, maxLength);
}

// Each pattern matches one character, or repetitions of a single UTF-16 unit. For other repetitions, the engine stores each
// position for backtracking, and overflows its stack on a text of some megabytes.
const eachInvisibleCharacter = new RegExp(invisibleCharacter, 'gu');
const blanks = /\s+/g;

/** Combining marks beyond the fourth on one letter. No script needs more than four. */
export const stackedMarks = /(?<=\p{M}{4})\p{M}/gu;

/** Doesn't match ASCII words with single spaces between them. Most texts are just that, and need no further work. */
const unlikePlainText = /[^ -~]|^ | $| {2}/;

/** Text from outside as one line, in which every character is visible and in its logical order. */
export function visibleText(text: string): string {
  if (!unlikePlainText.test(text)) return text;
  return text.toWellFormed().replace(eachInvisibleCharacter, ' ').replace(blanks, ' ').replace(stackedMarks, '').trim();
}

/**
 * Text from outside for a label, as one line in which every character is visible. `$(icon)` is escaped, so that VS Code
 * doesn't draw an icon.
 */
export function plainLabel(text: string): string {
  return visibleText(text).replace(/\$\(/g, '\\$(');
}

/**
 * Text for a notification or an input box (title, prompt, or validation message). VS Code would turn `[text](address)` into
 * a link or a command there, and `$(icon)` into an icon, but names and a server's texts come from outside.
 */
export function plainNotification(text: string): string {
  return visibleText(text).replace(/([\]$])\(/g, '$1 (');
}

/**
 * The text of a file in UTF-8 or UTF-16, which some programs on Windows write. UTF-16 needs a byte order mark, or an ASCII
 * character at the beginning.
 * @throws if it's neither
 */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
}

function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === undefined || second === undefined) return 'utf-8';
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0) ? 'utf-16be' : 'utf-8';
}

/** Matches a text wherever it isn't a part of a longer word. */
export function wholeWord(text: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${literalPattern(text)}(?![\\p{L}\\p{N}])`, 'gu');
}

/** The source of a regular expression that matches a text as it is. */
export function literalPattern(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}

/** The text with a picture of each NUL: to VS Code, a file that begins with one is binary. */
export function withVisibleNul(text: string): string {
  return text.replaceAll('\0', '\u2400');
}
