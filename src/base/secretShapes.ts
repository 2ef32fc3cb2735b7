/**
 * Shapes of secrets that aren't marked as such. Every pattern here takes linear time, because the searched text comes
 * from a server.
 */

const partOfName =
  /key|token(?!i[sz]er)|secret|passw|passphrase|pwd|credential|authori[sz]ation|cookie|bearer|private|signature|jwt|extra_?body/i;
const wordOfName = /(?<![a-z])(?:o?auth2?|pass|pat|pin|dsn|otp|sig|sas|env|environment|headers?)(?![a-z])/i;

/** Names of limits and prices of a model, whose tokens are pieces of words. */
const countOfTokens = /(?:^|_)(?:max|min)(?:_[a-z]{1,20})?_tokens$|_cost_per_token$/i;

/**
 * True if a field, flag, variable or header of this name is likely to hold a secret. Rather hides one too many than
 * shows one.
 */
export function isSecretName(name: string): boolean {
  if (partOfName.test(name) && partOfName.test(name.replace(countOfTokens, ''))) return true;
  const words = /[A-Z]/.test(name) ? name.replace(/([a-z\d])([A-Z])/g, '$1_$2') : name;
  return wordOfName.test(words.replace(kindOfAuth, ''));
}

/** Says how something is authorized, rather than with what. */
const kindOfAuth = /(?<![a-z])auth[_-](?:type|strategy|method|mode|scheme)$/i;

/** True for a text that services return in place of a secret: `**********`, `<redacted>`. */
export function isPlaceholder(text: string): boolean {
  return text.length < 100 && /^(?:[*•]{3,}|<[^<>]*(?:hidden|redacted|secret)[^<>]*>|\[redacted\])$/i.test(text);
}

/**
 * Keys of well-known vendors, and JSON web tokens. For `{12,}`, the engine stores a position for each character, and fails
 * at some millions.
 */
const wellKnownToken =
  /(?<![\w.-])(?:sk-|gh[oprsu]_|github_pat_|glpat-|xox[a-z]-|hf_|npm_|tvly-|ya29\.|AKIA|AIza|eyJ)(?=[\w.-]*\d)[\w.-]{11}[\w.-]+/g;

/** Length of their shortest prefix and the characters that must follow it. */
const shortestToken = 3 + 12;

/** The replacement of a secret, or a function that makes it from the secret. */
export type Mark = string | ((secret: string) => string);

const afterName = String.raw`(?:\\*["'])?\s*[:=]\s*\[?`;

/** Names with everything up to their value, and the shape of a value without quotes. */
const headers = {
  name: new RegExp(
    String.raw`(?<![\w-])(?:x-session-api-key|(?:proxy-)?authorization|(?:set-)?cookie)${afterName}`,
    'gi',
  ),
  bare: /[^"'\s,}][^"'\r\n,}]*/y,
};
const assignments = {
  name: new RegExp(
    String.raw`(?<![\w-])[\w-]*(?:api[_-]?key|token|secret|passw(?:or)?d|credentials?)${afterName}`,
    'gi',
  ),
  bare: /(?<==)[^\s"'&,;()[\]{}]+/y,
};
const scheme = /\b(bearer|basic)\s+(?=\S*[\d=])([^\s"',;]+)/gi;

/** The text with `mark` in place of everything that has the shape of a secret, and without credentials in URLs. */
export function hideByShape(text: string, mark: Mark): string {
  const hide = typeof mark === 'string' ? () => mark : mark;
  // It's much cheaper to find out if a pattern can match at all, and most texts are short words or plain URLs.
  let shown = text.includes('://') ? withoutUserInfo(text, hide) : text;
  if (/[:=]/.test(shown)) shown = withoutValues(withoutValues(shown, headers, hide), assignments, hide);
  if (/bearer|basic/i.test(shown))
    shown = shown.replace(scheme, (_, name: string, secret: string) => `${name} ${hide(secret)}`);
  return shown.length < shortestToken ? shown : shown.replace(wellKnownToken, (token) => hide(token));
}

/** Parses by hand, since a pattern that reads quoted text remembers each character and fails at some millions. */
function withoutValues(
  text: string,
  { name, bare }: Readonly<Record<'name' | 'bare', RegExp>>,
  hide: (secret: string) => string,
): string {
  const pieces: string[] = [];
  let from = 0;
  name.lastIndex = 0;
  for (let found = name.exec(text); found; found = name.exec(text)) {
    const [start, end] = valueAt(text, name.lastIndex, bare);
    if (start === end) continue;
    pieces.push(text.slice(from, start), hide(text.slice(start, end)));
    from = end;
    name.lastIndex = end;
  }
  return from === 0 ? text : pieces.join('') + text.slice(from);
}

const quotes = /(\\*)(["'])/y;

/** Start and end of the value: within its quotes, which may be escaped in JSON inside JSON, or up to a blank. */
function valueAt(text: string, at: number, bare: RegExp): readonly [start: number, end: number] {
  quotes.lastIndex = at;
  const [quote = '', escapes = '', sign = ''] = quotes.exec(text) ?? [];
  const end = quote === '' ? at : endOfQuoted(text, at + quote.length, escapes.length, sign);
  if (end > at + quote.length) return [at + quote.length, end];
  bare.lastIndex = at;
  return [at, bare.test(text) ? bare.lastIndex : at];
}

/**
 * Ends at a quote with as many backslashes as the first one, besides those that escape each other, or at the end of the
 * line.
 */
function endOfQuoted(text: string, start: number, escapes: number, sign: string): number {
  let at = start;
  while (at < text.length && text[at] !== '\n' && text[at] !== '\r') {
    let run = at;
    while (text[run] === '\\') run++;
    const more = run - at - escapes;
    if (text[run] === sign && more >= 0 && more % 2 === 0) return at + more;
    const isEscape = (run - at) % 2 === 1 && text[run] !== '\n' && text[run] !== '\r';
    at = Math.min(run + (run === at || isEscape ? 1 : 0), text.length);
  }
  return at;
}

/** The query or the fragment of a URL, whole or escaped, with a value. */
const queryWithValue = /([?#]|%(?:3f|23))(?:[^\s"'<>=?#%]|%(?!3d|3f|23)){0,100}(?:=|%3d)[^\s"'<>]+/gi;

/** The text without queries: services put keys of their own there, under any name. */
export function withoutQueries(text: string, mark: string): string {
  return text.replace(queryWithValue, (_, sign: string) => sign + mark);
}

const userInfo = /:\/\/([^\s/?#"'<>]*)@/g;
/** A password may hold characters that a URL would have to escape; a port or an IPv6 address isn't one. */
const oddUserInfo = /:\/\/((?!\[)[^\s/@:"'<>]+:(?!\d+(?:[/?#]|$))[^\s@"'<>]{1,256})@/g;

/**
 * `scheme://user:password@host` without the credentials.
 * @param found is called with each
 */
export function withoutUserInfo(text: string, found?: (credentials: string) => unknown): string {
  if (!text.includes('@')) return text;
  const hide = (_: string, credentials: string) => {
    if (credentials !== '') found?.(credentials);
    return '://';
  };
  return text.replace(userInfo, hide).replace(oddUserInfo, hide);
}
