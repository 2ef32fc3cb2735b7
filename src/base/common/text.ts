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

// What these find is one character, or one unit of UTF-16 that repeats: for each repetition of anything else the engine
// keeps where it would go back to, and a text of some megabytes exceeds its stack.
const eachUnseen = new RegExp(unseen, 'gu');
const blanks = /\s+/g;

/** Of marks that pile up on one letter, no writing has more than four. */
const towers = /(?<=\p{M}{4})\p{M}/gu;

/** What words of ASCII with a space between do not have: most texts are no more than that, and nothing is to do for them. */
const unlikePlainText = /[^ -~]|^ | $| {2}/;

/** Other people's text as one line in which everything can be seen, in the order in which it stands. */
export function visibleText(text: string): string {
  if (!unlikePlainText.test(text)) return text;
  return text.toWellFormed().replace(eachUnseen, ' ').replace(blanks, ' ').replace(towers, '').trim();
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
