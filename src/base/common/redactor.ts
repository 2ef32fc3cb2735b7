import { KnownTexts, shortestKnown, type Range } from './knownTexts';
import { hideByShape } from './secretShapes';

/** What stands where a secret stood. */
export const redacted = '[redacted]';

/**
 * Takes secrets out of text. Knows the live secrets by value, in the spellings in which they travel, whole or cut short,
 * and others by shape: what follows `X-Session-API-Key:`, `Authorization:`, `api_key=` and the like.
 */
export class Redactor {
  /** The spellings of the secrets, by the lengths of these. */
  readonly #known = new KnownTexts();
  /** Too short to be told from everyday words anywhere but alone in quotes. */
  readonly #short = new Set<string>();
  readonly #beside: Redactor | undefined;
  #told: Redactor | undefined;

  /** @param beside one whose secrets are hidden, too, those that it learns later included */
  constructor(beside?: Redactor) {
    this.#beside = beside;
  }

  /**
   * One that knows more: what a service was told that is nobody else's, everyday words among them. For what services say
   * alone, as everywhere else these words have a meaning of their own.
   */
  get told(): Redactor {
    return (this.#told ??= new Redactor(this));
  }

  /**
   * Remembers a secret. One of fewer than four characters would blank out half of every text: it is hidden where it stands
   * alone in quotes.
   */
  add(secret: string): void {
    const trimmed = secret.trim();
    if (trimmed === '') return;
    if (trimmed.length < shortestKnown) {
      this.#short.add(trimmed);
      return;
    }
    // What is sent is often trimmed, and hosts are repeated in small letters.
    const spellings = [...spellingsOf(trimmed), ...(trimmed === secret ? [] : base64Of(secret)), trimmed.toLowerCase()];
    for (const spelling of spellings) this.#known.add(spelling, secret.length);
  }

  redact(text: string): string {
    return hideByShape(this.hideKnown(text), redacted);
  }

  /** Whether the whole text is a secret that is known by value. */
  isKnown(text: string): boolean {
    return this.#known.has(text) || (this.#beside?.isKnown(text) ?? false);
  }

  /**
   * Takes out the secrets that are known by value, and leaves alone what only looks like one. `shortest` leaves those of
   * fewer characters, which may be everyday words.
   */
  hideKnown(text: string, shortest = 0): string {
    return withoutRanges(text, this.#rangesIn(text, shortest));
  }

  #rangesIn(text: string, shortest: number): Range[] {
    const ranges = this.#known.rangesIn(text, shortest);
    if (this.#short.size > 0 && shortest < shortestKnown) {
      for (const { 0: word, index } of text.matchAll(shortInQuotes))
        if (this.#short.has(word)) ranges.push([index, index + word.length]);
    }
    return this.#beside ? ranges.concat(this.#beside.#rangesIn(text, shortest)) : ranges;
  }
}

/** Of fewer units than {@link shortestKnown}. */
const shortInQuotes = /(?<=["'`=])[^"'`\\=]{1,3}(?=\\{0,7}["'`])/g;

function spellingsOf(secret: string): readonly string[] {
  const json = inJson(secret);
  const percent = encodeURIComponent(secret.toWellFormed());
  return [
    secret,
    json,
    inJson(json),
    // As JSON writers do that keep to ASCII, Python's among them.
    json.replace(/[^\0-\x7f]+/g, escaped),
    // As others do that mind HTML.
    json.replace(/[<>&]+/g, escaped),
    json.replaceAll('/', '\\/'),
    secret.replace(/[\\']/g, '\\$&'),
    ...inHtml(secret),
    percent,
    percent.replace(/(?:%..)+/g, (escapes) => escapes.toLowerCase()),
    percent.replaceAll('%20', '+'),
    percent.replaceAll('%2F', '/'),
    encodeURI(secret.toWellFormed()),
    ...base64Of(secret),
  ];
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function escaped(units: string): string {
  let escapes = '';
  for (let at = 0; at < units.length; at++) escapes += `\\u${units.charCodeAt(at).toString(16).padStart(4, '0')}`;
  return escapes;
}

/** The apostrophe is written in either of two ways. */
function inHtml(text: string): readonly string[] {
  if (!/[&<>"']/.test(text)) return [];
  const most = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
  return [most, most.replaceAll("'", '&#39;'), most.replaceAll("'", '&#x27;')];
}

/** Of what is shorter, so little is left in the middle of another text's base64 that other texts have it, too. In bytes. */
const leastInside = 8;

/** As a text of its own, and what it is in the middle of another one, which depends on where it begins there. */
function base64Of(text: string): readonly string[] {
  const utf8 = new TextEncoder().encode(text);
  let bytes = '';
  for (let at = 0; at < utf8.length; at += 4096) bytes += String.fromCharCode(...utf8.subarray(at, at + 4096));
  // Padding depends on what follows.
  const alone = btoa(bytes).replace(/={1,2}$/, '');
  const inside = bytes.length < leastInside ? [] : [0, 1, 2].map((before) => base64Inside(bytes, before));
  return [alone, ...inside].flatMap((base64) => [base64, base64.replaceAll('+', '-').replaceAll('/', '_')]);
}

/** The letters that the bytes make alone, without those that they share with their neighbours. */
function base64Inside(bytes: string, before: number): string {
  const whole = btoa('\0'.repeat(before) + bytes);
  return whole.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
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
