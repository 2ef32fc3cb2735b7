/**
 * What secrets look like where nobody says that they are secrets. Every pattern here takes linear time: what is searched
 * comes from a server.
 */

const partOfName =
  /key|token|secret|passw|passphrase|pwd|credential|authori[sz]ation|cookie|bearer|private|signature|jwt/i;
const wordOfName = /(?<![a-z])(?:o?auth2?|pass|pat|pin|dsn|otp|sig|sas|env|environment|headers?)(?![a-z])/i;

/** Whether a field, flag, variable or header of this name is likely to hold a secret: rather one too many than one shown. */
export function isSecretName(name: string): boolean {
  if (partOfName.test(name)) return true;
  return wordOfName.test(/[A-Z]/.test(name) ? name.replace(/([a-z\d])([A-Z])/g, '$1_$2') : name);
}

/** Keys of well-known makers, and JSON web tokens. */
const wellKnownToken =
  /(?<![\w.-])(?:sk-|gh[oprsu]_|github_pat_|glpat-|xox[a-z]-|hf_|npm_|tvly-|ya29\.|AKIA|AIza|eyJ)(?=[\w.-]*\d)[\w.-]{12,}/g;

/** The shortest beginning of them, and what has to follow it. */
const shortestToken = 3 + 12;

/** A value in quotes, which may be escaped themselves in JSON inside JSON, up to the quote that ends it. */
const quoted = String.raw`(?<quote>\\*["'])(?:(?!\k<quote>)(?:\\.|[^\r\n]))+`;
const afterName = String.raw`(?:\\*["'])?\s*[:=]\s*\[?`;

const header = new RegExp(
  String.raw`(?<name>(?<![\w-])(?:x-session-api-key|(?:proxy-)?authorization|(?:set-)?cookie)${afterName})(?:${quoted}|[^"'\s,}][^"'\r\n,}]*)`,
  'gi',
);
const assignment = new RegExp(
  String.raw`(?<name>(?<![\w-])[\w-]*(?:api[_-]?key|token|secret|passw(?:or)?d|credentials?)${afterName})(?:${quoted}|(?<==)[^\s"'&,;()\[\]{}]+)`,
  'gi',
);
const scheme = /\b(?<name>bearer|basic)\s+(?=\S*[\d=])[^\s"',;]+/gi;

/** The text with `mark` in place of whatever has the shape of a secret, and without credentials in addresses. */
export function hideByShape(text: string, mark: string): string {
  const hide = (_: string, ...groups: unknown[]) => {
    const { name, quote = '' } = groups.at(-1) as { readonly name: string; readonly quote?: string };
    return `${name}${quote}${mark}`;
  };
  // Whether a pattern can fit at all is much cheaper to find out, and most texts are short words or plain addresses.
  let shown = text.includes('://') ? withoutUserInfo(text) : text;
  if (/[:=]/.test(shown)) shown = shown.replace(header, hide).replace(assignment, hide);
  if (/bearer|basic/i.test(shown)) shown = shown.replace(scheme, (_, name: string) => `${name} ${mark}`);
  return shown.length < shortestToken ? shown : shown.replace(wellKnownToken, mark);
}

/**
 * `scheme://user:password@host` without the credentials. A password may hold what an address would have to escape; what
 * is a port, and not the beginning of a password, stays.
 */
export function withoutUserInfo(text: string): string {
  return text
    .replace(/:\/\/[^\s/?#"'<>]*@/g, '://')
    .replace(/:\/\/[^\s/@:"'<>]+:(?!\d+(?:[/?#]|$))[^\s@"'<>]{0,256}@/g, '://');
}
