import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { wordsIn } from '../support/words';

const folder = path.join(PROJECT_ROOT, 'media', 'walkthrough');
const pictures = readdirSync(folder).map((name) => ({ name, svg: readFileSync(path.join(folder, name), 'utf8') }));

/** Stands for a value in a text. */
const value = '…';

/** Values in the pictures: those that the product's texts have a placeholder for, and what isn't the product's. */
const examples = [
  /http:\/\/localhost:3000|octocat\/Hello-World \(GitHub\)|\bmain\b|agent\/greet|anthropic\/claude|greetings\.js/g,
  /Greet in the language( of the user)?|\bjust now\b|\b2 changed\b(?=\))|\b2 min\. ago\b|Stopped(?=\.)|(?<=Agent: )Running|^[-+] .*$/g,
];

const productTexts = ['l10n/bundle.l10n.json', 'package.nls.json']
  .flatMap((file) => Object.values(wordsIn(file)))
  .map((text) => text.replace(/\{\d\}/g, value));

function isOfProduct(text: string): boolean {
  const known = (words: string) => !/\p{L}/u.test(words) || productTexts.some((one) => one.includes(words));
  return known(text) || known(text.replace(/\d+/g, value));
}

/** Lines of text, without the values in them. */
function drawn(svg: string): readonly string[] {
  return [...svg.matchAll(/>([^<>\n]+)</g)]
    .flatMap(([, text = '']) => text.split(' · '))
    .map((text) => examples.reduce((left, example) => left.replace(example, value), text).replace(/^· /, ''));
}

describe('the titles of the walkthrough', () => {
  for (const file of ['package.nls.json', 'package.nls.de.json'])
    it(`fit in the line of a step that is closed: ${file}`, () => {
      const titles = Object.entries(wordsIn(file)).filter(([key]) => /^walkthrough\..+\.title$/.test(key));
      assert.equal(titles.length, 5);
      const long = titles.filter(([, title]) => title.length > 36);
      assert.deepEqual(long, []);
    });
});

describe('the pictures of the walkthrough', () => {
  it('were all read', () => assert.equal(pictures.filter(({ svg }) => drawn(svg).length > 3).length, 5));

  for (const { name, svg } of pictures) {
    it(`show the product's own texts: ${name}`, () =>
      assert.deepEqual(
        drawn(svg).filter((text) => !isOfProduct(text)),
        [],
      ));

    // The fixed color would be on, or below, one that the theme has.
    it(`have no fixed color in place of one that high contrast lacks: ${name}`, () => {
      const lacking =
        /--vscode-(list-activeSelection(Foreground|Background)|statusBar-background|button-secondaryBackground), #/;
      assert.doesNotMatch(svg, lacking);
    });
  }
});
