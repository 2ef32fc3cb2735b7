import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const read = (...file: string[]) => readFileSync(path.join(PROJECT_ROOT, ...file), 'utf8');
const walkthrough = path.join('media', 'walkthrough');

/** Words that don't belong in the user interface, with their replacements; README.md defines the terms. */
const rivals: readonly (readonly [rival: RegExp, write: string])[] = [
  [/\bmend\w*/i, 'fix, check, correct'],
  [/\b(anew|once more)\b/i, 'again'],
  [/\b(goes|go|going|went) (along|with it)\b/i, 'is sent, is attached, is included'],
  [/\btak(e|es|en|ing) (it |them )?(out|away)\b/i, 'remove'],
  [/\b(leav(e|es|ing)|left) (it |them )?out\b/i, 'remove'],
  [/\b(nobody|somebody|someone|whoever|anybody|a person)\b/i, "you, the user, the service's administrator"],
  [/(?<!\bthere )\b(is|are|be) (no|none)\b(?! longer| more)/i, "isn't, aren't"],
  [/(?<!email )\baddress(es)?\b(?! bar)/i, 'URL'],
  [/\broom on the disk\b/i, 'disk space'],
  [/\b(is|are) not known\b/i, 'unknown'],
  [/\bhand(s|ed|ing)? (it |them )?over\b/i, 'delegate'],
  [/\bstarts no\b/i, 'requires'],
  [/\b(refuses connections|nothing answers)\b/i, 'connection refused'],
  [/\banswer(s|ed) with\b/i, 'returned'],
  [/\b(goes on|seen there alone)\b/i, 'progress'],
  [/\b(shall|keep to)\b/i, 'instructions'],
  [/\b(condense|judge[sd]?|suggest conversations)\b/i, "the service's own name"],
  [/\bkept\b/i, 'saved'],
  [/\btick(s|ed|ing)?\b/i, 'select'],
  [/\b(choos\w+|chose|chosen)\b/i, 'select'],
  [/\b(wire names?|record of fields)\b/i, 'field name, object'],
  [/\b(all the same|was due|made out to|of its own accord)\b/i, 'plain words'],
  [/(?<!git )\buser names?\b/i, 'username'],
  [/\bspeaks?\b/i, 'support'],
  [/\bcannot\b/i, "can't"],
  [/\brefus(es|ed|al|als)\b/i, 'reject'],
  [/\b(halls?|the room)\b/i, 'folder, module'],
];

/** The text without link targets, which aren't shown. */
const spoken = (text: string) => text.replace(/\]\([^)]*\)/g, ']');

type Message = string | { readonly message: string };

const valuesOf = (file: string) =>
  Object.values(JSON.parse(read(...file.split('/'))) as Readonly<Record<string, Message>>).map((value) =>
    typeof value === 'string' ? value : value.message,
  );

/** Paragraphs and rows of README.md, without code. */
const readmeTexts = () =>
  read('README.md')
    .replace(/```[^]*?```/g, '')
    .replace(/`[^`]*`/g, '')
    .split(/\n(?=\n|[-|#])/);

/** Words drawn in the walkthrough's pictures. */
const pictureTexts = () =>
  readdirSync(path.join(PROJECT_ROOT, walkthrough))
    .filter((file) => file.endsWith('.svg'))
    .flatMap((file) => [...read(walkthrough, file).matchAll(/>([^<>]*\p{L}[^<>]*)</gu)].map(([, text = '']) => text));

const places: readonly (readonly [place: string, texts: () => readonly string[]])[] = [
  ['l10n/bundle.l10n.json', () => valuesOf('l10n/bundle.l10n.json')],
  ['package.nls.json', () => valuesOf('package.nls.json')],
  ['README.md', readmeTexts],
  ['the pictures of the walkthrough', pictureTexts],
];

describe('one term for one thing', () => {
  for (const [place, texts] of places) {
    it(`holds in ${place}`, () => {
      const shown = texts().map(spoken);
      assert.ok(shown.length > 0, 'nothing was read');
      const found = shown.flatMap((text) =>
        rivals.flatMap(([rival, write]) => {
          // A connection or proxy that refuses is called that everywhere.
          const [word] =
            rival.exec(text.replace(/(connection|refused)[^.]* refused|refused the connection/gi, '')) ?? [];
          return word === undefined ? [] : [`"${word}" (write: ${write}) in: ${text.trim()}`];
        }),
      );
      assert.deepEqual(found, []);
    });
  }

  it('would find each of the banned words', () => {
    const sentences = [
      'Mend the address.',
      'Read anew.',
      'Cannot go along.',
      'Take out the image.',
      'Leave Out',
      'Nobody saw it.',
      'This is no JSON.',
      'Hand over to agent',
      'What the agent shall do',
      'Tick the servers.',
      'The key is kept.',
      'Choose one.',
      'The proxy refuses the start.',
    ];
    for (const sentence of sentences)
      assert.ok(
        rivals.some(([rival]) => rival.test(sentence)),
        sentence,
      );
  });
});
