/** What stands where a secret stood. */
export const redacted = '[redacted]';

/** `scheme://user:password@host` without the credentials. */
export function withoutUserInfo(text: string): string {
  return text.replace(/([a-z][a-z0-9+.-]*:\/\/)[^\s/?#"'<>]*@/gi, `$1`);
}

/**
 * Takes secrets out of text. Knows the live secrets by value, in the spellings in which they travel (as they are, as
 * JSON, percent-encoded, base64), and by shape what follows `X-Session-API-Key:`, `Authorization:`, `api_key` and the like.
 */
export class Redactor {
  readonly #secrets = new Set<string>();
  #pattern: RegExp | undefined;

  /** Remembers a secret. Ones of fewer than four characters would blank out half of every text and are left alone. */
  add(secret: string): void {
    if (secret.length < 4 || this.#secrets.has(secret)) return;
    this.#secrets.add(secret);
    const spellings = [...this.#secrets].flatMap(spellingsOf).sort((a, b) => b.length - a.length);
    this.#pattern = new RegExp([...new Set(spellings)].map(escapePattern).join('|'), 'g');
  }

  redact(text: string): string {
    const known = this.#pattern ? text.replace(this.#pattern, redacted) : text;
    return withoutUserInfo(known)
      .replace(/\b(x-session-api-key|(?:proxy-)?authorization|cookie)("?\s*[:=]\s*"?)[^"\r\n,}]+/gi, `$1$2${redacted}`)
      .replace(/("?\b\w*(?:api_?key|token|secret|password)"?\s*[:=]\s*")[^"]+/gi, `$1${redacted}`);
  }
}

function spellingsOf(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret);
  const base64 = btoa(String.fromCharCode(...bytes)).replace(/=+$/, '');
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret.toWellFormed()), base64];
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
