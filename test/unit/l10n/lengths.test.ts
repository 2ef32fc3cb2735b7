import assert from 'node:assert/strict';
import { sourceFiles } from '../../support/sourceFiles';
import { wordsIn } from '../../support/words';

/** English texts with their translation into a language, or with themselves. */
function textsIn(bundle: string): ReadonlyMap<string, string> {
  const translated = wordsIn(`l10n/${bundle}`);
  return new Map(Object.entries(wordsIn('l10n/bundle.l10n.json')).map(([key, text]) => [text, translated[key] ?? '']));
}

/** Texts that a language model reads. */
const unlimited = /^(Not started. |The conversation has started\. (Its )?ID)/;

const sentences = (text: string) => text.split(/[.?!] (?=[\p{Lu}"„{])/u).length;

const places = [/(?:\bplace[hH]older(?: =|:)|\bhint =)([^;]*?)(?:;|,\n)/g, /\bfunction placeholder\(([^]*?)\n\}/g];

/** Texts of placeholders. */
const placeholders = sourceFiles('src').flatMap(({ text }) =>
  places
    .flatMap((place) => [...text.matchAll(place)])
    .flatMap(([, given = '']) => [...given.matchAll(/l10n\.t\(\s*(?:'((?:[^'\\]|\\.)*)'|"([^"]*)")/g)])
    .map(([, single, double = '']) => (single ?? double).replace(/\\'/g, "'")),
);

for (const bundle of ['bundle.l10n.json', 'bundle.l10n.de.json'])
  describe(`the texts of ${bundle}`, () => {
    const texts = textsIn(bundle);

    it('have two sentences at most', () => {
      const long = [...texts].filter(([english, said]) => sentences(said) > 2 && !unlimited.test(english));
      assert.deepEqual(
        long.map(([, said]) => said),
        [],
      );
      assert.equal(sentences('It ended. It said so. Look at it.'), 3);
    });

    it('have 60 characters at most in a placeholder', () => {
      assert.ok(placeholders.length >= 15, placeholders.join('\n'));
      const said = placeholders.map((english) => texts.get(english) ?? assert.fail(english));
      const wrong = said.filter((text) => text.length > 60);
      assert.deepEqual(wrong, []);
    });
  });
