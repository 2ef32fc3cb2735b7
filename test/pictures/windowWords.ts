import { wordsIn, type Words } from '../support/words';

/** A text of the extension as a window shows it, by the English one; values take the places of `{0}` and so on. */
export type Say = (english: string, ...values: readonly string[]) => string;

const filled: Say = (text, ...values) => text.replace(/\{(\d)\}/g, (place, at: string) => values[Number(at)] ?? place);

/** The texts of a window in English or German. */
export function windowWords(isGerman = false): Say {
  if (!isGerman) return filled;
  const manifest = wordsIn('package.nls.json');
  const german = wordsIn('package.nls.de.json');
  const texts: Words = {
    ...wordsIn('l10n/bundle.l10n.de.json'),
    ...Object.fromEntries(Object.entries(manifest).map(([key, english]) => [english, german[key] ?? english])),
  };
  return (english, ...values) => {
    // The rest of a key is a comment for translators.
    const key = english in texts ? english : Object.keys(texts).find((one) => one.startsWith(`${english}/`));
    const text = key === undefined ? undefined : texts[key];
    if (text === undefined) throw new Error(`There is no German for "${english}".`);
    return filled(text, ...values);
  };
}
