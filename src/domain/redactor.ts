import { hideByShape } from './secretShapes';

/** What stands where a secret stood. */
export const redacted = '[redacted]';

/** How much of a secret's beginning or end is enough to know it by, where somebody else cut it short. */
const anchorLength = 12;

/**
 * Takes secrets out of text. Knows the live secrets by value, in the spellings in which they travel, whole or cut short,
 * and others by shape: what follows `X-Session-API-Key:`, `Authorization:`, `api_key=` and the like.
 */
export class Redactor {
  /** Each with the length of its secret. */
  readonly #spellings = new Map<string, number>();

  /** Remembers a secret. Ones of fewer than four characters would blank out half of every text and are left alone. */
  add(secret: string): void {
    if (secret.trim().length < 4) return;
    for (const spelling of spellingsOf(secret)) {
      this.#spellings.set(spelling, Math.max(secret.length, this.#spellings.get(spelling) ?? 0));
    }
  }

  redact(text: string): string {
    return hideByShape(this.hideKnown(text), redacted);
  }

  /** Whether the whole text is a secret that is known by value. */
  isKnown(text: string): boolean {
    return this.#spellings.has(text);
  }

  /**
   * Takes out the secrets that are known by value, and leaves alone what only looks like one. `shortest` leaves those of
   * fewer characters, which may be everyday words.
   */
  hideKnown(text: string, shortest = 0): string {
    const ranges: Range[] = [];
    for (const [spelling, length] of this.#spellings) if (length >= shortest) addRanges(ranges, text, spelling);
    return withoutRanges(text, ranges);
  }
}

function spellingsOf(secret: string): string[] {
  const json = inJson(secret);
  const base64 = base64Of(secret);
  const percent = encodeURIComponent(secret.toWellFormed());
  return [
    secret,
    json,
    inJson(json),
    // As JSON writers do that keep to ASCII, Python's among them.
    json.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    secret.replace(/[\\']/g, '\\$&'),
    percent,
    percent.replace(/%../g, (escape) => escape.toLowerCase()),
    percent.replaceAll('%20', '+'),
    base64,
    base64.replaceAll('+', '-').replaceAll('/', '_'),
  ];
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Without padding, which depends on what follows. */
function base64Of(text: string): string {
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte));
  return btoa(bytes.join('')).replace(/=+$/, '');
}

type Range = readonly [start: number, end: number];

/** Where the secret, or a long enough piece of its beginning or end, stands in the text. */
function addRanges(ranges: Range[], text: string, secret: string): void {
  const whole = secret.length < 2 * anchorLength;
  const head = whole ? secret : secret.slice(0, anchorLength);
  // What begins inside a range and ends behind it is found by its end.
  for (let at = text.indexOf(head), length; at >= 0; at = text.indexOf(head, at + length - head.length + 1)) {
    length = head.length;
    while (length < secret.length && text[at + length] === secret[length]) length++;
    ranges.push([at, at + length]);
  }
  if (whole) return;
  const tail = secret.slice(-anchorLength);
  let covered = 0;
  for (let at = text.indexOf(tail); at >= 0; at = text.indexOf(tail, at + 1)) {
    const end = at + anchorLength;
    let length = anchorLength;
    while (length < secret.length && end - length > covered && text[end - length - 1] === secret.at(-length - 1))
      length++;
    ranges.push([end - length, end]);
    covered = end;
  }
}

/** Ranges that overlap become one: of two secrets that share characters, neither leaves a rest. */
function withoutRanges(text: string, ranges: Range[]): string {
  const pieces: string[] = [];
  let from = 0;
  let until = -1;
  for (const [start, end] of ranges.sort(([a], [b]) => a - b)) {
    if (start > until) {
      pieces.push(text.slice(from, start), redacted);
    }
    until = Math.max(until, end);
    from = until;
  }
  return ranges.length === 0 ? text : pieces.join('') + text.slice(from);
}
