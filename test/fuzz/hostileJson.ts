import fc from 'fast-check';
import { isRecord } from '../../src/base/json';
import { listOf } from '../support/listOf';
import { spellingsOf, storedSecret } from './hostileSecrets';
import { anyCharacter } from '../support/anyCharacter';

/** A JSON text, or one that resembles it: a value couldn't hold a name twice, 1e400 or half an escape. */
export type JsonText = fc.Arbitrary<string>;

const quoted = (texts: JsonText) => texts.map((text) => JSON.stringify(text));

/** Texts that have a meaning for some component on the way. */
export const loadedTexts = fc.constantFrom(
  '',
  ' ',
  '\u0000',
  '\u202eevil\u2066',
  '\ufeff',
  '\ud800',
  'a\udfffb',
  '\u001b]8;;http://evil.example\u0007',
  'one\r\ntwo\u2028three',
  '<script>alert(1)</script><b>bold',
  '<style>'.repeat(50),
  '[click](command:workbench.action.quit)',
  '$(alert) ${env:HOME} %s {0} {base_url}',
  '../../..',
  '..',
  '//evil.example/x?y#z',
  'javascript:alert(1)',
  'file:///etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  'NaN',
  'Settings not found',
  'Unable to access repo a/b',
  'é€😀'.repeat(20),
  'api_key='.repeat(500),
  '\\'.repeat(3000),
  `token="${'\\"'.repeat(1000)}`,
  'https://user:pass@'.repeat(100),
);

export const echo = (secrets: readonly string[]) =>
  fc
    .tuple(loadedTexts, fc.constantFrom(...secrets.flatMap(spellingsOf)), loadedTexts)
    .map(([before, secret, after]) => before.slice(0, 40) + secret + after.slice(0, 40));

const literals = fc.constantFrom(
  ...listOf`
    null true false 0 -0 7 -1 1.5 "" [] {} "STARTING" "github" [null] "\ud83d" "\ud83d\ude00" "\u0000\u202e"
    9007199254740993 -9007199254740993 1e400 -1e400 1e-400 {"a":1,"a":2} {"":{"":{"":""}}}
    {"__proto__":null} {"__proto__":{"polluted":1}} {"constructor":{"prototype":{"polluted":1}}}
    {"toString":1,"valueOf":2} {"then":{}} {"hasOwnProperty":null,"toJSON":1} {"length":-1} {"length":4294967295,"0":1}
  `,
  '1'.repeat(400),
  '0.'.padEnd(400, '3'),
);

const brokenLiterals = fc.constantFrom(
  ...listOf`
    NaN Infinity -Infinity undefined nul 01 1. .5 0x10 +1 'a' "a "\u12" [1,] {"a":1,} {"a"} [ ] { // /**/null
  `,
  '"\u0001"',
  '"a" "b"',
);

const deep = fc
  .tuple(fc.constantFrom('[', '{"a":', '[[],', '{"api_key":'), fc.constantFrom(40, 1000, 10_000, 100_000), fc.boolean())
  .map(([open, levels, closed]) => {
    const closing = open.startsWith('{') ? '}' : ']';
    return open.repeat(levels) + '1' + (closed ? closing.repeat(levels) : '');
  });

const huge = fc
  .tuple(
    fc.constantFrom('0', '""', '{}', '[]', '"x"', 'null', '{"url":1}', '{"name":"a"}'),
    fc.constantFrom(300, 20_000),
  )
  .map(([value, times]) => `[${Array(times).fill(value).join()}]`);

const wide = fc
  .integer({ min: 100, max: 5000 })
  .map((members) => `{${Array.from({ length: members }, (_, index) => `"n${index}":${index}`).join()}}`);

const long = fc.constantFrom(2000, 100_001, 300_000).map((length) => JSON.stringify('A'.repeat(length)));

/** Any text, to use in place of any value. */
export function odd(secrets: readonly string[]): JsonText {
  return fc.oneof(
    { weight: 12, arbitrary: literals },
    { weight: 1, arbitrary: brokenLiterals },
    { weight: 5, arbitrary: quoted(loadedTexts) },
    { weight: 5, arbitrary: quoted(echo(secrets)) },
    { weight: 3, arbitrary: quoted(fc.string({ unit: anyCharacter, maxLength: 40 })) },
    { weight: 3, arbitrary: fc.json({ maxDepth: 4 }) },
    { weight: 2, arbitrary: fc.tuple(quoted(echo(secrets)), literals).map(([name, value]) => `{${name}:${value}}`) },
    { weight: 1, arbitrary: fc.oneof(deep, huge, wide, long) },
  );
}

interface Edit {
  readonly how: 'replace' | 'drop' | 'twice' | 'add';
  /** Which member, or entry of a list, of all; modulo their number. */
  readonly at: number;
  readonly name: string;
  readonly value: string;
}

/** In a sample: a secret that the service stores, where a text is expected. */
export const aKey = Symbol('a key');
/** In a sample: the same, in whatever the service may wrap it. */
export const anySecret = Symbol('any secret');

const wrapped: JsonText = fc.oneof(
  fc.constant(JSON.stringify(storedSecret)),
  fc
    .tuple(fc.constantFrom('value', 'token', '__proto__', '0', ''), fc.integer({ min: 1, max: 60 }))
    .map(([name, levels]) => `${`{"${name}":`.repeat(levels)}"${storedSecret}"${'}'.repeat(levels)}`),
  fc.constant(`[[${JSON.stringify(storedSecret)}],null]`),
);

// A wrapped key doesn't fit the interface, and hides everything else.
const keys: JsonText = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('null', '""', JSON.stringify(storedSecret)) },
  { weight: 1, arbitrary: wrapped },
);

/** A sample with some of its members replaced, removed, repeated, or joined by others, at any depth: at most this many. */
export function damaged(sample: unknown, secrets: readonly string[], most = 2): JsonText {
  const edit: fc.Arbitrary<Edit> = fc.record({
    how: fc.constantFrom('replace', 'drop', 'twice', 'add', 'add', 'add'),
    at: fc.nat(),
    name: fc.oneof(loadedTexts, echo(secrets), fc.string({ maxLength: 8 })),
    value: odd(secrets),
  });
  return fc
    .tuple(fc.array(edit, { maxLength: most }), keys, wrapped)
    .map(([edits, key, secret]) => written(sample, edits, { [aKey]: key, [anySecret]: secret }));
}

function written(sample: unknown, edits: readonly Edit[], secrets: Readonly<Record<symbol, string>>): string {
  const count = Math.max(1, membersIn(sample));
  const edited = new Map(edits.map((edit) => [edit.at % count, edit]));
  let members = 0;
  const changed = (value: unknown, member: (text: string, name?: string) => string): readonly string[] => {
    const edit = edited.get(members++);
    const text = member(write(value));
    if (!edit) return [text];
    if (edit.how === 'replace') return [member(edit.value)];
    if (edit.how === 'drop') return [];
    return [text, member(edit.value, edit.how === 'add' ? edit.name : undefined)];
  };
  const write = (value: unknown): string => {
    if (typeof value === 'symbol') return secrets[value] ?? '';
    if (hasEntries(value)) return `[${value.flatMap((entry) => changed(entry, (text) => text)).join()}]`;
    if (!isRecord(value)) return JSON.stringify(value);
    const texts = Object.entries(value).flatMap(([name, one]) =>
      changed(one, (text, other = name) => `${JSON.stringify(other)}:${text}`),
    );
    return `{${texts.join()}}`;
  };
  return write(sample);
}

function membersIn(value: unknown): number {
  const inner = hasEntries(value) ? value : isRecord(value) ? Object.values(value) : [];
  return inner.reduce<number>((sum, one) => sum + 1 + membersIn(one), 0);
}

/** A list of records. In a list of texts, one tells what the next one is: it is replaced as a whole. */
function hasEntries(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && !value.every((entry) => typeof entry === 'string');
}
