import { hideByShape } from './secretShapes';
import { truncate } from './text';

/** Replaces a secret, or a text that is withheld because of one. */
export const redacted = '[redacted]';

/** Minimum length of a secret that is found anywhere in a text. */
const shortestKnown = 4;

/** Length of the beginning that tells a secret that was cut off, if the secret has this many characters. */
const leastCut = 6;
const shortestCut = 8;

/** Marks the place where the rest of a text was cut off. */
const ellipsis = /\.{3,}|…/;

/** Spellings of secrets that begin alike, each with the length of its secret: found by the lengths that there are. */
class Alike {
  readonly spellings = new Map<string, number>();
  readonly lengths = new Set<number>();

  add(spelling: string, length: number): void {
    this.spellings.set(spelling, Math.max(length, this.spellings.get(spelling) ?? 0));
    this.lengths.add(spelling.length);
  }
}

/** A part of a text, from its first unit to the one after its last. */
type Range = readonly [start: number, end: number];

/**
 * Removes secrets from text. Knows the live secrets by value, in the encodings in which they are sent, and others by
 * shape: the text after `X-Session-API-Key:`, `Authorization:`, `api_key=` and the like.
 */
export class Redactor {
  /** The secrets in all their encodings, by their first units. */
  readonly #known = new Map<string, Alike>();
  /** Secrets too short to be told from everyday words, except alone in quotes. */
  readonly #short = new Set<string>();
  readonly #beside: Redactor | undefined;
  #told: Redactor | undefined;
  /** Length of the longest spelling. */
  #longest = 0;

  /** @param beside a redactor whose secrets are hidden, too, including those it learns later */
  constructor(beside?: Redactor) {
    this.#beside = beside;
  }

  /**
   * A redactor that also knows the private values a service was sent, including everyday words. Only for text from
   * services: elsewhere these words have a meaning of their own.
   */
  get told(): Redactor {
    return (this.#told ??= new Redactor(this));
  }

  /**
   * Remembers a secret. One of fewer than four characters would blank out half of every text, so it's hidden only where
   * it stands alone in quotes.
   */
  add(secret: string): void {
    const trimmed = secret.trim();
    if (trimmed === '') return;
    if (trimmed.length < shortestKnown) {
      this.#short.add(trimmed);
      return;
    }
    // Values are often trimmed before they are sent, and hosts are repeated in lower case.
    const spellings = [...spellingsOf(trimmed), ...(trimmed === secret ? [] : base64Of(secret)), trimmed.toLowerCase()];
    for (const spelling of spellings) {
      const head = spelling.slice(0, shortestKnown);
      const alike = this.#known.get(head) ?? new Alike();
      this.#known.set(head, alike);
      alike.add(spelling, secret.length);
      this.#longest = Math.max(this.#longest, spelling.length);
    }
  }

  redact(text: string): string {
    return hideByShape(this.hideKnown(text), redacted);
  }

  /**
   * Removes the secrets known by value, but not text that only looks like one. Secrets of fewer than `shortest`
   * characters stay, since they may be everyday words.
   */
  hideKnown(text: string, shortest = 0): string {
    return withoutRanges(text, this.#rangesIn(text, shortest));
  }

  /**
   * The beginning of a text as {@link hideKnown} shows it. Only as much of the rest is searched as the longest secret
   * needs, so a text of many megabytes costs no more than what is shown of it.
   * @param most UTF-16 units of the text that are shown; a secret that begins in them is replaced as a whole
   * @param shortest 4 or more
   */
  hideKnownAtStart(text: string, most: number, shortest: number): string {
    const ranges = this.#rangesIn(text.slice(0, most + this.#reach), shortest).filter(([start]) => start < most);
    const end = ranges.reduce((last, [, rangeEnd]) => Math.max(last, rangeEnd), most);
    return withoutRanges(truncate(text, end), ranges);
  }

  /**
   * True if a text contains a secret of `shortest` characters or more, or ends in the beginning of one: whoever wrote it
   * may have cut it off.
   */
  repeats(text: string, shortest = 0): boolean {
    return (
      this.#rangesIn(text, shortest).length > 0 ||
      text.split(ellipsis).some((piece) => this.#endsInSecret(piece, Math.max(shortest, shortestCut)))
    );
  }

  /** The text, or nothing of it if it repeats a secret. */
  withhold(text: string, shortest = 0): string {
    return this.repeats(text, shortest) ? redacted : text;
  }

  get #reach(): number {
    return Math.max(this.#longest, this.#beside ? this.#beside.#reach : 0);
  }

  #endsInSecret(piece: string, shortest: number): boolean {
    for (let at = piece.length - leastCut; this.#known.size > 0 && at >= 0; at--) {
      for (const [known, length] of this.#alike(piece, at)?.spellings ?? [])
        if (length >= shortest && known.startsWith(piece.slice(at))) return true;
    }
    return this.#beside !== undefined && this.#beside.#endsInSecret(piece, shortest);
  }

  #alike(text: string, at = 0): Alike | undefined {
    return this.#known.get(text.slice(at, at + shortestKnown));
  }

  #rangesIn(text: string, shortest: number): Range[] {
    const ranges: Range[] = [];
    for (let at = 0; this.#known.size > 0 && at + shortestKnown <= text.length; at++) {
      const alike = this.#alike(text, at);
      for (const length of alike?.lengths ?? [])
        if ((alike?.spellings.get(text.slice(at, at + length)) ?? -1) >= shortest) ranges.push([at, at + length]);
    }
    if (this.#short.size > 0 && shortest < shortestKnown) {
      for (const { 0: word, index } of text.matchAll(shortInQuotes))
        if (this.#short.has(word)) ranges.push([index, index + word.length]);
    }
    return this.#beside ? ranges.concat(this.#beside.#rangesIn(text, shortest)) : ranges;
  }
}

/** Quoted values of fewer units than {@link shortestKnown}. */
const shortInQuotes = /(?<=["'`=])[^"'`\\=]{1,3}(?=\\{0,7}["'`])/g;

function spellingsOf(secret: string): readonly string[] {
  const json = inJson(secret);
  const percent = encodeURIComponent(secret.toWellFormed());
  return [
    secret,
    json,
    inJson(json),
    // Escaped like the ASCII output of JSON writers such as Python's.
    json.replace(/[^\0-\x7f]+/g, escaped),
    // Escaped like the output of JSON writers that keep HTML safe.
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

/** The apostrophe is escaped in two ways. */
function inHtml(text: string): readonly string[] {
  if (!/[&<>"']/.test(text)) return [];
  const most = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
  return [most, most.replaceAll("'", '&#39;'), most.replaceAll("'", '&#x27;')];
}

/**
 * The fewest bytes to search for inside the base64 of another text: of fewer, so little is left that other texts
 * contain it, too.
 */
const leastInside = 8;

/** Base64 of the text alone and in the middle of another text, which depends on the position where it begins. */
function base64Of(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  // Padding depends on what follows.
  const alone = bytes.toString('base64').replace(/={1,2}$/, '');
  const inside = bytes.length < leastInside ? [] : [0, 1, 2].map((before) => base64Inside(bytes, before));
  return [alone, ...inside].flatMap((base64) => [base64, base64.replaceAll('+', '-').replaceAll('/', '_')]);
}

/** The letters that depend on these bytes alone, without those shared with neighboring bytes. */
function base64Inside(bytes: Buffer, before: number): string {
  const whole = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
  return whole.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
}

/** Merges ranges that overlap, so that two secrets that share characters leave nothing behind. */
function withoutRanges(text: string, ranges: Range[]): string {
  const pieces: string[] = [];
  let from = 0;
  let until = -1;
  for (const [start, end] of ranges.sort(([a], [b]) => a - b)) {
    if (start > until) pieces.push(text.slice(from, start), redacted);
    until = Math.max(until, end);
    from = until;
  }
  return ranges.length === 0 ? text : pieces.join('') + text.slice(from);
}
