import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { wordsIn, type Words } from '../../support/words';

function languagesOf(folder: string, name: RegExp): readonly string[] {
  return readdirSync(path.join(PROJECT_ROOT, folder)).flatMap((file) => name.exec(file)?.[1] ?? []);
}

/** Problems of a translation, one per line. */
function faults(original: Words, translation: Words): readonly string[] {
  const about = Object.entries(original).flatMap(([key, said]) => {
    const translated = translation[key];
    if (translated === undefined) return [`missing: ${key}`];
    if (translated.trim() === '') return [`empty: ${key}`];
    const [wanted, found] = [markup(said).join(' '), markup(translated).join(' ')];
    return wanted === found ? [] : [`${key}: ${wanted} became ${found}`];
  });
  const superfluous = Object.keys(translation).filter((key) => !Object.hasOwn(original, key));
  return [...about, ...superfluous.map((key) => `superfluous: ${key}`)];
}

/** Texts with words that the translation left unchanged. */
function untranslated(original: Words, translation: Words): readonly string[] {
  return Object.keys(original).filter((key) => original[key] === translation[key] && /\p{L}{2}/u.test(key));
}

const bundles = languagesOf('l10n', /^bundle\.l10n\.([\w-]+)\.json$/);
const manifests = languagesOf('.', /^package\.nls\.([\w-]+)\.json$/);

/** Texts that are the same in English and in another language. */
const same: Readonly<Record<string, readonly string[]>> = {
  // prettier-ignore
  de: [
    'Agent', 'Agent: {0}', 'Status', 'API {0}', 'Branch', 'Branch: {0}', 'Git', 'Name', 'URL', 'Problem',
    'Repository', 'Repository: {0}', 'Sandbox', 'Tool: {0}', 'category', 'displayName',
  ],
};

describe('translations', () => {
  it('exist: at least one, for the manifest and for the source files', () => {
    assert.ok(bundles.includes('de'));
    assert.deepEqual(manifests.toSorted(), bundles.toSorted());
  });

  for (const language of bundles) {
    const files = [
      ['l10n/bundle.l10n.json', `l10n/bundle.l10n.${language}.json`],
      ['package.nls.json', `package.nls.${language}.json`],
    ] as const;
    for (const [original, translation] of files) {
      it(`have in ${translation} everything that ${original} has, with the same markup`, () =>
        assert.deepEqual(faults(wordsIn(original), wordsIn(translation)), []));
      it(`are complete in ${translation}`, () =>
        assert.deepEqual(
          untranslated(wordsIn(original), wordsIn(translation)).filter((key) => !same[language]?.includes(key)),
          [],
        ));
    }
  }
});

describe('the German translation', () => {
  const files = ['l10n/bundle.l10n.de.json', 'package.nls.de.json'];
  const faulty = (pattern: RegExp) =>
    files.flatMap((file) => Object.values(wordsIn(file)).filter((said) => pattern.test(said)));

  it('quotes what is filled in as German does', () => assert.deepEqual(faulty(/["“]\{\d\}["”]/), []));

  // Only its subject is "der Agent".
  it('declines "Agent"', () => assert.deepEqual(faulty(/\b(den|dem|des|einen|einem|eines) Agents?\b(?!-)/), []));

  it('has one word for one thing, where there are two', () =>
    assert.deepEqual(faulty(/\b(Diensts|Anfragen?|Escapetaste|Auf dem Dienst)\b|bei keinem Git-Anbieter/), []));

  it('completes "wählen Sie" with "aus"', () => assert.deepEqual(faulty(/wählen Sie (?:(?!\baus\b)[^])*$/i), []));

  it('tells what is paused from what has stopped', () => {
    const translation = wordsIn('l10n/bundle.l10n.de.json');
    const paused = Object.keys(translation).filter((said) => /\bpaused?\b/i.test(said));
    assert.ok(paused.length > 1);
    assert.deepEqual(
      paused.filter((said) => !/pausier/i.test(translation[said] ?? '')),
      [],
    );
  });
});

/**
 * Markup that a translation keeps unchanged, in alphabetical order: placeholders, icons, URLs and commands of
 * links, code, names of settings, fields, variables and files, and the dots of commands that ask for more input.
 */
function markup(text: string): readonly string[] {
  return [...text.matchAll(pattern)].map(([found]) => found).sort();
}

const pattern = new RegExp(
  [
    /\$?\{\w+\}/, // {0}, {base_url}, ${file}
    /\$\([\w~-]+\)/, // $(icon)
    /\]\([^)]+\)/, // [Words](command:...)
    /`[^`]+`/,
    /https?:\/\/[\w[\]:.-]*\w(?:\/[\w./%-]*\w)?/,
    /\b[\w-]+(?:[./][\w-]+)*\.(?:json|md|example\.com)\b/, // mcp.json
    /\b[A-Za-z]+\.[a-z]\w+/, // http.proxy
    /\b[A-Za-z]+(?:_[A-Za-z]+)+\b/, // git_provider, HTTPS_PROXY
    /\b[a-z]+\/[\w-]+(?:\/[\w-]+)*/, // octocat/Hello-World
    /\.\.\.$/,
    /\n/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);
