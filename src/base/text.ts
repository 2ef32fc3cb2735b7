/** A character that is invisible, changes the text direction, or has a glyph only in a private font. */
export const invisibleCharacter = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** The text's first UTF-16 units, `length` at most; no character is cut in half. */
export function truncate(text: string, length: number): string {
  return text.length > length ? text.slice(0, length).replace(/\p{Surrogate}$/u, '') : text;
}

/** The text, truncated with an ellipsis if it doesn't fit; no character is cut in half. `maxLength` in UTF-16 units. */
export function ellipsize(text: string, maxLength: number): string {
  return text.length > maxLength ? `${truncate(text, maxLength - 1)}…` : text;
}

/** The first line that isn't blank, cut to more than fits in a row of a list; `undefined` if there is none. */
export function firstLine(text: string, maxLength = 200): string | undefined {
  const line = /\S[^\r\n]*/.exec(text)?.[0].trimEnd();
  return line && ellipsize(line, maxLength);
}

// Each match is one character, or one repeated UTF-16 unit: for each repetition of anything else, the engine stores a
// position to go back to, and a text of some megabytes overflows its stack.
const eachInvisibleCharacter = new RegExp(invisibleCharacter, 'gu');
const blanks = /\s+/g;

/** Marks beyond the four that any script stacks on one letter. */
export const stackedMarks = /(?<=\p{M}{4})\p{M}/gu;

/** Not found in ASCII words with single spaces between them: most texts are just that, and need no work. */
const unlikePlainText = /[^ -~]|^ | $| {2}/;

/** Foreign text as one line in which everything is visible, in its logical order. */
export function visibleText(text: string): string {
  if (!unlikePlainText.test(text)) return text;
  return text.toWellFormed().replace(eachInvisibleCharacter, ' ').replace(blanks, ' ').replace(stackedMarks, '').trim();
}

/**
 * Foreign text for a label: one line in which everything is visible. VS Code would draw `$(icon)`: the sequence is
 * shown as it is.
 */
export function plainLabel(text: string): string {
  return visibleText(text).replace(/\$\(/g, '\\$(');
}

/**
 * Text for a notification or an input box: its title, its prompt, its validation message. VS Code would make a link, or
 * a command, of `[text](address)` there, and an icon of `$(icon)`; names in files, of repositories and of branches, and
 * a server's texts come from others.
 */
export function plainNotification(text: string): string {
  return visibleText(text).replace(/([\]$])\(/g, '$1 (');
}
