/**
 * Begins and ends every secret that a test plants, so that one search finds them all, cut short or not. Only letters
 * and digits: JSON, addresses and forms don't change it. Nothing in it tells the product that it is a secret: it isn't
 * random enough, and no issuer of keys uses it.
 */
const mark = 'Mark7edX';

/** A secret for a test, unmistakable wherever it appears; `name` is what a failing test calls it. */
export function marked(name: string): string {
  return `${mark}-${name}-${mark}`;
}

/** Texts to search for: the mark as it is, with two bytes for each letter, and in base64 at any position. */
export const markSpellings: readonly string[] = [mark, mark.replace(/\B/g, '\0'), ...base64Spellings()];

/** Names of the marked secrets in a text; one that is cut short or encoded is named by how it was found. */
export function markedIn(text: string): string[] {
  if (!markSpellings.some((spelling) => text.includes(spelling))) return [];
  const whole = new RegExp(`${mark}-([\\w-]+?)-${mark}`, 'g');
  const names = [...text.matchAll(whole)].map(([, name]) => name ?? '');
  const rest = text.replace(whole, '');
  if (rest.includes(mark)) names.push('a part of one');
  if (markSpellings.slice(1).some((spelling) => rest.includes(spelling))) names.push('an encoded one');
  return [...new Set(names)];
}

/** Three letters make four base64 characters: where the mark begins decides which of them depend on it alone. */
function base64Spellings(): string[] {
  return [0, 1, 2].map((before) => {
    const encoded = Buffer.from(`${'\0'.repeat(before)}${mark}`)
      .toString('base64')
      .replace(/=+$/, '');
    const whole = Math.floor(((before + mark.length) * 8) / 6);
    return encoded.slice(Math.ceil((before * 8) / 6), whole);
  });
}
