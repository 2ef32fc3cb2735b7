/** How much of a text's beginning or end is enough to know it by, where somebody else cut it short. */
const anchorLength = 12;

/** No text is shorter. Whether one can begin at all is known by so many units. */
export const shortestKnown = 4;

/** What stands where the rest of a text was cut off. */
const ellipsis = /\.{3,}|…/g;

/** How much of a text's beginning or end is enough next to an {@link ellipsis}, where the text has this many units. */
const leastCut = 6;
const shortestCut = 8;

/** A piece of a text, from its first unit up to the one behind its last. */
export type Range = readonly [start: number, end: number];

/** A text that is looked for, by its beginning or by its end. */
interface Entry {
  readonly text: string;
  readonly isEnd: boolean;
}

/**
 * Texts that are looked for all at once: how long that takes depends on how much is searched, and hardly on how many they
 * are. Each has at least {@link shortestKnown} units.
 */
export class KnownTexts {
  /** The largest weight of each: whoever searches may leave out the lighter ones. */
  readonly #weights = new Map<string, number>();
  /** By their anchors. */
  readonly #entries = new Map<string, Entry[]>();
  /** The lengths of the anchors that begin with the same units, by these. */
  readonly #lengths = new Map<number, Set<number>>();
  /** Whether there are any, by a hash of the units: most places of most texts are passed over by one look. */
  readonly #seen = new Uint8Array(2 ** 16);
  /** What is shorter than an anchor, of their beginnings and of their ends, with the largest weight of each. */
  readonly #beginnings = new Map<string, number>();
  readonly #ends = new Map<string, number>();

  add(text: string, weight: number): void {
    const known = this.#weights.get(text);
    if (known !== undefined && known >= weight) return;
    this.#weights.set(text, weight);
    this.#addPieces(text, weight);
    if (known !== undefined) return;
    const whole = text.length <= anchorLength;
    this.#index(whole ? text : text.slice(0, anchorLength), { text, isEnd: false });
    if (!whole) this.#index(text.slice(-anchorLength), { text, isEnd: true });
  }

  has(text: string): boolean {
    return this.#weights.has(text);
  }

  /** Where they stand, or long enough pieces of their beginnings or ends, in no order. */
  rangesIn(text: string, lightest: number): Range[] {
    const ranges: Range[] = [];
    if (this.#weights.size === 0) return ranges;
    const passed = new Map<Entry, number>();
    let key = 0;
    for (let last = 0; last < text.length; last++) {
      key = nextKey(key, text.charCodeAt(last));
      if (this.#seen[hashOf(key)] === 0 || last < shortestKnown - 1) continue;
      const at = last - shortestKnown + 1;
      for (const length of this.#lengths.get(key) ?? []) {
        for (const entry of this.#entries.get(text.slice(at, at + length)) ?? []) {
          const before = passed.get(entry) ?? 0;
          if ((this.#weights.get(entry.text) ?? 0) < lightest || (!entry.isEnd && at < before)) continue;
          const range = entry.isEnd
            ? rangeBefore(text, at + length, entry.text, before)
            : rangeFrom(text, at, length, entry.text);
          // What begins inside a range and ends behind it is found where it begins last, or by its end.
          passed.set(entry, entry.isEnd ? range[1] : range[1] - length + 1);
          ranges.push(range);
        }
      }
    }
    this.#addCutRanges(ranges, text, lightest);
    return ranges;
  }

  #addPieces(text: string, weight: number): void {
    if (text.length < shortestCut) return;
    for (let length = leastCut; length < Math.min(anchorLength, text.length); length++) {
      const [beginning, end] = [text.slice(0, length), text.slice(-length)];
      this.#beginnings.set(beginning, Math.max(weight, this.#beginnings.get(beginning) ?? 0));
      this.#ends.set(end, Math.max(weight, this.#ends.get(end) ?? 0));
    }
  }

  #addCutRanges(ranges: Range[], text: string, lightest: number): void {
    if (this.#beginnings.size === 0) return;
    for (const { 0: dots, index } of text.matchAll(ellipsis)) {
      const behind = index + dots.length;
      for (let length = leastCut; length < anchorLength; length++) {
        const beginning = index < length ? undefined : this.#beginnings.get(text.slice(index - length, index));
        if (beginning !== undefined && beginning >= lightest) ranges.push([index - length, index]);
        const end = this.#ends.get(text.slice(behind, behind + length));
        if (end !== undefined && end >= lightest) ranges.push([behind, Math.min(behind + length, text.length)]);
      }
    }
  }

  #index(anchor: string, entry: Entry): void {
    let key = 0;
    for (let at = 0; at < shortestKnown; at++) key = nextKey(key, anchor.charCodeAt(at));
    this.#seen[hashOf(key)] = 1;
    this.#lengths.set(key, (this.#lengths.get(key) ?? new Set()).add(anchor.length));
    const same = this.#entries.get(anchor);
    if (same) same.push(entry);
    else this.#entries.set(anchor, [entry]);
  }
}

/** The lower halves of the last four units. */
function nextKey(key: number, unit: number): number {
  return (key << 8) | (unit & 0xff);
}

function hashOf(key: number): number {
  return Math.imul(key, 0x9e3779b1) >>> 16;
}

function rangeFrom(text: string, at: number, known: number, wanted: string): Range {
  let length = known;
  while (length < wanted.length && text[at + length] === wanted[length]) length++;
  return [at, at + length];
}

/** No further back than `covered`, where the last range of the same text ended. */
function rangeBefore(text: string, end: number, wanted: string, covered: number): Range {
  let length = anchorLength;
  while (length < wanted.length && end - length > covered && text[end - length - 1] === wanted.at(-length - 1))
    length++;
  return [end - length, end];
}
