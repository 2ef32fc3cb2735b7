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
  return wordOfName.test(words) && wordOfName.test(words.replace(kindOfAuth, ''));
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

type Mark = string | ((secret: string) => string);

const headerName = String.raw`(?:x-session-api-key|(?:proxy-)?authorization|(?:set-)?cookie)(?:\\*["'])?\s*[:=]`;
/** Only quoted values follow a colon: "Invalid token: expired" is a sentence. */
const assignedName = String.raw`[\w-]*(?:api[_-]?key|token|secret|passw(?:or)?d|credentials?)(?:\\*["'])?\s*(?:=|:(?=\s*\\*["']))`;
/** In simple quotes, or up to the end of the line: only a parser could tell where it ends. */
const namedValue = String.raw`(["'])([^"'\\\r\n]+)\2|(\S.*)`;
const assignment = new RegExp(String.raw`((?<![\w-])(?:${headerName}|${assignedName})\s*)(?:${namedValue})`, 'gi');
const scheme = /\b(bearer|basic)\s+(?=\S*[\d=])([^\s"',;]+)/gi;

/** The text with `mark` in place of everything that has the shape of a secret, and without credentials in URLs. */
export function hideByShape(text: string, mark: Mark): string {
  const hide = typeof mark === 'string' ? () => mark : mark;
  // Finding out if a pattern can match at all is much cheaper, and most texts are short words or plain URLs.
  let shown = text.includes('://') ? withoutUserInfo(text, hide) : text;
  if (/[:=]/.test(shown))
    shown = shown.replace(assignment, (_, name: string, quote = '', quoted?: string, rest: string = '') =>
      [name, quote, hide(quoted ?? rest), quote].join(''),
    );
  if (/bearer|basic/i.test(shown))
    shown = shown.replace(scheme, (_, name: string, secret: string) => `${name} ${hide(secret)}`);
  return shown.replace(wellKnownToken, (token) => hide(token));
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
