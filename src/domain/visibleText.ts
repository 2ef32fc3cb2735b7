/** What cannot be seen, changes the direction of writing, or has a glyph only in a font of somebody's own. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Of marks that pile up on one letter, no writing has more. */
const towers = /(\p{M}{4})\p{M}+/gu;

/** Other people's text as one line in which everything can be seen, in the order in which it stands. */
export function visibleText(text: string): string {
  return text.toWellFormed().replace(unseen, ' ').replace(towers, '$1').replace(/\s+/g, ' ').trim();
}
