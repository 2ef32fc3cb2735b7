/** Number of units at a text's beginning or end that identify it where it was truncated elsewhere. */
const anchorLength = 12;

/** Minimum length of a text. This many units also tell whether one can begin at a position. */
export const shortestKnown = 4;

/** Marks the place where the rest of a text was cut off. */
const ellipsis = /\.{3,}|…/g;

/**
 * Number of units at a text's beginning or end that identify it next to an {@link ellipsis}, if the text has this many
 * units.
 */
const leastCut = 6;
const shortestCut = 8;

/** A part of a text, from its first unit to the one after its last. */
export type Range = readonly [start: number, end: number];

/** A text to search for, by its beginning or by its end. */
interface Entry {
  readonly text: string;
  readonly isEnd: boolean;
}

/**
 * Texts that are all searched for at once: the time depends on the length of the searched text, and hardly on the
 * number of texts. Each has at least {@link shortestKnown} units.
 */
export class KnownTexts {
  /** The largest weight of each text. A search may skip the lighter ones. */
  readonly #weights = new Map<string, number>();
  /** Entries by their anchors. */
  readonly #entries = new Map<string, Entry[]>();
  /** Lengths of the anchors that begin with the same units, by these units. */
  readonly #lengths = new Map<number, Set<number>>();
  /** Says whether there are any, by a hash of the units: a single lookup rules out most positions of most texts. */
  readonly #seen = new Uint8Array(2 ** 16);
  /** Beginnings and ends that are shorter than an anchor, with the largest weight of each. */
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

  /** Ranges of the texts, or of long enough pieces of their beginnings or ends, in no order. */
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
          // A text that begins inside a range and ends after it is found where it begins last, or by its end.
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

/** Goes back no further than `covered`, where the last range of the same text ended. */
function rangeBefore(text: string, end: number, wanted: string, covered: number): Range {
  let length = anchorLength;
  while (length < wanted.length && end - length > covered && text[end - length - 1] === wanted.at(-length - 1))
    length++;
  return [end - length, end];
}
