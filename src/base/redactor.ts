import { hideByShape } from './secretShapes';
import { truncate } from './text';
import { percentDecoded } from './url';

/** Stands for a text that is withheld because of a secret in it. */
export const redacted = '[redacted]';

/** In UTF-16 units. A shorter secret is recognized only where a text is nothing else: half of all texts contain it. */
const shortestKnown = 4;

/** UTF-16 units by which a secret is recognized, so that a long one costs no more than others. */
const mostCompared = 64;

/** Units of the beginning of a secret by which it is recognized where a service has cut its text. */
const shortestBeginning = 6;

/** A service's text is cut here: it ends, or goes on with dots, as Python's representations of long values do. */
const cutHere = /^(?:$|\.\.\.|…)/;

/** More units than the start of a secret takes in any form that is recognized. */
const longestForm = 12 * mostCompared;

/** Removes secrets from texts. Knows the live secrets by value, and others by what stands before them (`api_key=`). */
export class Redactor {
  /** The spellings of the secrets, each with the length of its secret, by how they begin. */
  readonly #known = new Map<number, Map<string, number>>();
  readonly #short = new Set<string>();
  readonly #parent: Redactor | undefined;
  #forServiceText: Redactor | undefined;

  /** @param parent a redactor whose secrets are withheld, too, including those that it learns later */
  constructor(parent?: Redactor) {
    this.#parent = parent;
  }

  /**
   * A redactor that also knows what a service was sent, including everyday words. Only for texts of services: elsewhere
   * these words have a meaning of their own.
   */
  get forServiceText(): Redactor {
    return (this.#forServiceText ??= new Redactor(this));
  }

  add(secret: string): void {
    const trimmed = secret.trim();
    if (trimmed.length < shortestKnown) {
      if (trimmed !== '') this.#short.add(trimmed);
      return;
    }
    for (const spelling of spellingsOf(trimmed)) {
      const start = beginningAt(spelling, 0);
      const alike = this.#known.get(start) ?? new Map<string, number>();
      this.#known.set(start, alike.set(spelling, Math.max(trimmed.length, alike.get(spelling) ?? 0)));
    }
  }

  /**
   * True if a text contains a secret of `shortest` UTF-16 units or more: as it is, escaped as in JSON or in a URL, or
   * as base64.
   */
  repeats(text: string, shortest = 0): boolean {
    return readingsOf(text).some((reading) => this.#finds(reading, shortest, startsWith));
  }

  /**
   * The text, or nothing of it if it repeats a secret of `shortest` UTF-16 units or more, or the beginning of one where
   * the service has cut it.
   */
  withhold(text: string, shortest = 0): string {
    return this.#isWithheld(text, shortest) ? redacted : text;
  }

  /** The text without what repeats a secret, line by line, and without what has the shape of one. */
  redact(text: string): string {
    return hideByShape(this.withholdLines(text), redacted);
  }

  /**
   * The beginning of a text, with the lines withheld that repeat a secret of `shortest` UTF-16 units or more.
   * @param most UTF-16 units that are shown; not much more is searched, however long the text is
   */
  withholdLines(text: string, shortest = 0, most = Infinity): string {
    const searched = text.slice(0, most + longestForm);
    if (!this.#isWithheld(searched, shortest)) return truncate(text, most);
    const shown = searched
      .split('\n')
      .map((line) => this.withhold(line, shortest))
      .join('\n');
    // A secret can have several lines.
    return truncate(this.withhold(shown, shortest), most);
  }

  #isWithheld(text: string, shortest: number): boolean {
    return readingsOf(text).some((reading) => this.#finds(reading, shortest, startsWithMuchOf));
  }

  #finds(text: string, shortest: number, isAt: typeof startsWith): boolean {
    if (shortest < shortestKnown && this.#short.has(text.trim())) return true;
    const last = this.#known.size === 0 ? -1 : text.length - shortestKnown;
    for (let at = 0; at <= last; at++) {
      const alike = this.#known.get(beginningAt(text, at));
      if (!alike) continue;
      for (const [spelling, length] of alike) if (length >= shortest && isAt(text, at, spelling)) return true;
    }
    return this.#parent !== undefined && this.#parent.#finds(text, shortest, isAt);
  }
}

/** Two units as a number: a string for each place in a text takes several times as long as looking it up. */
function beginningAt(text: string, at: number): number {
  return text.charCodeAt(at) * 0x1_0000 + text.charCodeAt(at + 1);
}

function startsWith(text: string, at: number, spelling: string): boolean {
  return text.startsWith(spelling, at);
}

/** True if a spelling is at this place of a text, or its beginning is and the service has cut the text there. */
function startsWithMuchOf(text: string, at: number, spelling: string): boolean {
  let end = at;
  while (end < text.length && text[end] === spelling[end - at]) end++;
  const length = end - at;
  return length === spelling.length || (length >= shortestBeginning && cutHere.test(text.slice(end, end + 3)));
}

/** In lowercase, since hosts in URLs are. Base64 has no padding and no remainder: those depend on what follows. */
function spellingsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const whole = bytes.subarray(0, bytes.length - (bytes.length % 3));
  const base64 = (encoding: 'base64' | 'base64url') =>
    (whole.length < shortestKnown ? bytes : whole).toString(encoding).replace(/={1,2}$/, '');
  return [secret, base64('base64'), base64('base64url')].map((spelling) =>
    spelling.slice(0, mostCompared).toLowerCase(),
  );
}

/** The text in lowercase: as it is, and without the escapes of JSON, of JSON in JSON, of a URL and of a form. */
function readingsOf(text: string): readonly string[] {
  if (!/[\\%+]/.test(text)) return [text.toLowerCase()];
  const readings = [text];
  for (const decode of [withoutBackslashes, withoutBackslashes, withoutPercents, withoutPlus]) {
    const last = readings.at(-1) ?? '';
    const decoded = decode(last);
    if (decoded !== last) readings.push(decoded);
  }
  return readings.map((reading) => reading.toLowerCase());
}

const meanings: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

function withoutBackslashes(text: string): string {
  return text.replace(/\\(?:u([\da-f]{4})|(.))/gis, (_, code: string | undefined, letter: string) =>
    code === undefined ? (meanings[letter] ?? letter) : String.fromCharCode(parseInt(code, 16)),
  );
}

/** Decodes each run of escapes separately, since a percent sign may also stand for itself. */
function withoutPercents(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, percentDecoded);
}

function withoutPlus(text: string): string {
  return text.replaceAll('+', ' ');
}
