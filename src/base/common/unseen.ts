/** A character that cannot be seen, changes the direction of writing, or has a glyph only in a font of somebody's own. */
export const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
