/**
 * Begins and ends every secret that a test plants, so that one search finds them all, cut short or not. Of letters and
 * digits alone: JSON, addresses and forms leave it as it is. Nothing by which the product could know a secret: it is not
 * random enough, and no maker of keys is known for it.
 */
const mark = 'Mark7edX';

/** A secret for a test, unmistakable wherever it turns up; `name` is what a failing test calls it. */
export function marked(name: string): string {
  return `${mark}-${name}-${mark}`;
}

/** What to search for: the mark as it is, in two bytes for each letter, and as base64 has it at any place. */
export const markSpellings: readonly string[] = [mark, mark.replace(/\B/g, '\0'), ...base64Spellings()];

/** Names of the marked secrets in a text; one that is cut short or encoded is called by how it was found. */
export function markedIn(text: string): string[] {
  if (!markSpellings.some((spelling) => text.includes(spelling))) return [];
  const whole = new RegExp(`${mark}-([\\w-]+?)-${mark}`, 'g');
  const names = [...text.matchAll(whole)].map(([, name]) => name ?? '');
  const rest = text.replace(whole, '');
  if (rest.includes(mark)) names.push('a part of one');
  if (markSpellings.slice(1).some((spelling) => rest.includes(spelling))) names.push('an encoded one');
  return [...new Set(names)];
}

/** Three letters make four signs: where the mark begins among them decides which signs it makes alone. */
function base64Spellings(): string[] {
  return [0, 1, 2].map((before) => {
    const encoded = Buffer.from(`${'\0'.repeat(before)}${mark}`)
      .toString('base64')
      .replace(/=+$/, '');
    const whole = Math.floor(((before + mark.length) * 8) / 6);
    return encoded.slice(Math.ceil((before * 8) / 6), whole);
  });
}
