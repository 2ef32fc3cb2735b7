import fc from 'fast-check';

/** The code points that are no characters: halves of a pair. */
const surrogates = { from: 0xd800, count: 0x800 };
const lastCodePoint = 0x10ffff;

/**
 * The characters that a text of fast-check's unit `binary` consists of, in the same order. For that unit, fast-check
 * makes a table of all of them first, which takes each process a second and a hundred megabytes.
 */
export const anyCharacter = fc.nat({ max: lastCodePoint - surrogates.count }).map(characterAt, positionOf);

function characterAt(position: number): string {
  return String.fromCodePoint(position < surrogates.from ? position : position + surrogates.count);
}

/** @throws {Error} If it isn't such a character: fast-check then knows that it can't have made it. */
function positionOf(made: unknown): number {
  const codePoint = typeof made === 'string' ? made.codePointAt(0) : undefined;
  const position = codePoint !== undefined && codePoint >= surrogates.from ? codePoint - surrogates.count : codePoint;
  if (position === undefined || characterAt(position) !== made) throw new Error('It is no single character.');
  return position;
}
