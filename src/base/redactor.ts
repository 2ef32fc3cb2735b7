import { hideByShape } from './secretShapes';
import { truncate } from './text';
import { percentDecoded } from './url';

/** Replaces a text that is withheld because it contains a secret. */
export const redacted = '[redacted]';

/** In UTF-16 units. A shorter secret is only recognized as a whole text, because many texts contain it by chance. */
const minSearchedLength = 4;

/** Only the first UTF-16 units of a secret are compared, so that a long one takes no longer. */
const maxComparedLength = 64;

/** So many UTF-16 units of a secret are enough to recognize it at the end of a truncated text. */
const minCutLength = 6;

/** The end of a truncated text: nothing, or dots, as in Python's representations of long values. */
const endOfCut = /^(?:$|\.\.\.|…)/;

/** The compared part of a secret is never longer than this, in any form that is recognized. */
const maxFormLength = 12 * maxComparedLength;

/** Removes secrets from texts: those that were added, and those that are recognized by their shape (`api_key=…`). */
export class Redactor {
  /** Spellings of the secrets, each with the length of its secret, grouped by their first two UTF-16 units. */
  readonly #spellings = new Map<number, Map<string, number>>();
  readonly #short = new Set<string>();
  readonly #parent: Redactor | undefined;
  #forServiceText: Redactor | undefined;

  /** @param parent another redactor whose secrets are withheld as well, including those that are added to it later */
  constructor(parent?: Redactor) {
    this.#parent = parent;
  }

  /**
   * A redactor to which texts that were sent to a service can be added as well. It's only for texts from services, because
   * elsewhere the same words may have nothing to do with what was sent.
   */
  get forServiceText(): Redactor {
    return (this.#forServiceText ??= new Redactor(this));
  }

  add(secret: string): void {
    const trimmed = secret.trim();
    if (trimmed.length < minSearchedLength) {
      if (trimmed !== '') this.#short.add(trimmed);
      return;
    }
    for (const spelling of spellingsOf(trimmed)) {
      const start = startAt(spelling, 0);
      const sameStart = this.#spellings.get(start) ?? new Map<string, number>();
      this.#spellings.set(start, sameStart.set(spelling, Math.max(trimmed.length, sameStart.get(spelling) ?? 0)));
    }
  }

  /**
   * True if a text contains a secret, as it is, escaped as in JSON or in a URL, or as base64.
   * @param minSecretLength minimum length of the secret, in UTF-16 units
   */
  detects(text: string, minSecretLength = 0): boolean {
    return decodedForms(text).some((form) => this.#finds(form, minSecretLength, startsWith));
  }

  /**
   * The text, or {@link redacted} if it contains a secret, or ends in the beginning of one.
   * @param minSecretLength minimum length of the secret, in UTF-16 units
   */
  withhold(text: string, minSecretLength = 0): string {
    return this.#isWithheld(text, minSecretLength) ? redacted : text;
  }

  redact(text: string): string {
    return hideByShape(this.withholdLines(text), redacted);
  }

  /**
   * The beginning of a text, with {@link redacted} in place of each line that contains a secret.
   * @param minSecretLength minimum length of the secret, in UTF-16 units
   * @param maxLength maximum number of UTF-16 units to return. Not much more of the text is searched
   */
  withholdLines(text: string, minSecretLength = 0, maxLength = Infinity): string {
    const searched = text.slice(0, maxLength + maxFormLength);
    if (!this.#isWithheld(searched, minSecretLength)) return truncate(text, maxLength);
    // The later lines of a secret can't be recognized without its first one.
    if (decodedForms(searched).some((form) => this.#finds(form, minSecretLength, spansLines)))
      return truncate(redacted, maxLength);
    const shown = searched
      .split('\n')
      .map((line) => this.withhold(line, minSecretLength))
      .join('\n');
    return truncate(shown, maxLength);
  }

  #isWithheld(text: string, minSecretLength: number): boolean {
    return decodedForms(text).some((form) => this.#finds(form, minSecretLength, startsWithOrIsCut));
  }

  #finds(text: string, minSecretLength: number, isAt: typeof startsWith): boolean {
    if (minSecretLength < minSearchedLength && this.#short.has(text.trim())) return true;
    const last = this.#spellings.size === 0 ? -1 : text.length - minSearchedLength;
    for (let at = 0; at <= last; at++) {
      const candidates = this.#spellings.get(startAt(text, at));
      if (!candidates) continue;
      for (const [spelling, length] of candidates)
        if (length >= minSecretLength && isAt(text, at, spelling)) return true;
    }
    return this.#parent !== undefined && this.#parent.#finds(text, minSecretLength, isAt);
  }
}

/** Two UTF-16 units as a number, which is several times as fast as a string. */
function startAt(text: string, at: number): number {
  return text.charCodeAt(at) * 0x1_0000 + text.charCodeAt(at + 1);
}

function startsWith(text: string, at: number, spelling: string): boolean {
  return text.startsWith(spelling, at);
}

/** True if a spelling is at this position of a text, or only its beginning, because the text was cut after it. */
function startsWithOrIsCut(text: string, at: number, spelling: string): boolean {
  return foundLength(text, at, spelling) > 0;
}

/** True if more than the first line of a spelling is at this position of a text. */
function spansLines(text: string, at: number, spelling: string): boolean {
  return spelling.slice(0, foundLength(text, at, spelling)).includes('\n');
}

/** Length of the part of a spelling that is at this position of a text, in UTF-16 units; 0 if the text differs after it. */
function foundLength(text: string, at: number, spelling: string): number {
  let end = at;
  while (end < text.length && text[end] === spelling[end - at]) end++;
  const length = end - at;
  const isCut = length >= minCutLength && endOfCut.test(text.slice(end, end + 3));
  return length === spelling.length || isCut ? length : 0;
}

/**
 * The forms in which a secret is searched for, in lower case, because URLs have their hosts in lower case. The last
 * characters of base64 are left out, because they depend on what follows the secret.
 */
function spellingsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const whole = bytes.subarray(0, bytes.length - (bytes.length % 3));
  const base64 = (encoding: 'base64' | 'base64url') =>
    (whole.length < minSearchedLength ? bytes : whole).toString(encoding).replace(/={1,2}$/, '');
  return [withLineFeeds(secret), base64('base64'), base64('base64url')].map((spelling) =>
    spelling.slice(0, maxComparedLength).toLowerCase(),
  );
}

/** The text in lower case, as it is and without the escapes of JSON, of JSON in JSON, of URLs and of forms. */
function decodedForms(text: string): readonly string[] {
  if (!/[\\%+]/.test(text)) return [withLineFeeds(text).toLowerCase()];
  const forms = [text];
  for (const decode of [withoutBackslashes, withoutBackslashes, withoutPercents, withoutPlus]) {
    const last = forms.at(-1) ?? '';
    const decoded = decode(last);
    if (decoded !== last) forms.push(decoded);
  }
  return forms.map((form) => withLineFeeds(form).toLowerCase());
}

/** Editors and systems change the line breaks of a text, and so of a secret in it. */
function withLineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

function withoutBackslashes(text: string): string {
  return text.replace(/\\(?:u([\da-f]{4})|(.))/gis, (_, code: string | undefined, letter: string) =>
    code === undefined ? (escapes[letter] ?? letter) : String.fromCharCode(parseInt(code, 16)),
  );
}

/** Decodes each run of escapes separately, since other percent signs in the text may not be escapes. */
function withoutPercents(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, percentDecoded);
}

function withoutPlus(text: string): string {
  return text.replaceAll('+', ' ');
}
