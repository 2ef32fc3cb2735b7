/**
 * Recognizes secrets by their shape, or by their name. Every pattern here takes linear time, because the text comes from a
 * server.
 */

const secretNamePart =
  /key|token(?!i[sz]er)|secret|passw|passphrase|pwd|credential|authori[sz]ation|cookie|bearer|private|signature|jwt|extra_?body/i;
const secretNameWord = /(?<![a-z])(?:o?auth2?|pass|pat|pin|dsn|otp|sig|sas|env|environment|headers?)(?![a-z])/i;

/** Names of a model's limits and prices, in which tokens are pieces of words. */
const tokenCountName = /(?:^|_)(?:max|min)(?:_[a-z]{1,20})?_tokens$|_cost_per_token$/i;

/** True if the name of a field, flag, variable or header suggests that its value is a secret. In doubt, true. */
export function isSecretName(name: string): boolean {
  if (secretNamePart.test(name) && secretNamePart.test(name.replace(tokenCountName, ''))) return true;
  const words = /[A-Z]/.test(name) ? name.replace(/([a-z\d])([A-Z])/g, '$1_$2') : name;
  return secretNameWord.test(words) && secretNameWord.test(words.replace(authKindName, ''));
}

/** Names of a kind of authorization, rather than of its secret. */
const authKindName = /(?<![a-z])auth[_-](?:type|strategy|method|mode|scheme)$/i;

/** True for a text that services return instead of a secret: `**********`, `<redacted>`. */
export function isPlaceholder(text: string): boolean {
  return text.length < 100 && /^(?:[*•]{3,}|<[^<>]*(?:hidden|redacted|secret)[^<>]*>|\[redacted\])$/i.test(text);
}

/**
 * Keys of well-known vendors, and JSON web tokens, of 12 characters or more. Not written as `{12,}`, because the engine stores
 * each position for that and fails at some millions.
 */
const wellKnownToken =
  /(?<![\w.-])(?:sk-|gh[oprsu]_|github_pat_|glpat-|xox[a-z]-|hf_|npm_|tvly-|ya29\.|AKIA|AIza|eyJ)(?=[\w.-]*\d)[\w.-]{11}[\w.-]+/g;

type Mark = string | ((secret: string) => string);

const headerName = String.raw`(?:x-session-api-key|(?:proxy-)?authorization|(?:set-)?cookie)(?:\\*["'])?\s*[:=]`;
/** After a colon, only quoted values count, because "Invalid token: expired" is a sentence. */
const assignedName = String.raw`[\w-]*(?:api[_-]?key|token|secret|passw(?:or)?d|credentials?)(?:\\*["'])?\s*(?:=|:(?=\s*\\*["']))`;
/** A quoted value; otherwise, the rest of the line, because only a parser could find the end of the value. */
const namedValue = String.raw`(["'])([^"'\\\r\n]+)\2|(\S.*)`;
const assignment = new RegExp(String.raw`((?<![\w-])(?:${headerName}|${assignedName})\s*)(?:${namedValue})`, 'gi');
const authorizationScheme = /\b(bearer|basic)\s+(?=\S*[\d=])([^\s"',;]+)/gi;

/** Replaces everything that has the shape of a secret with `mark`, and removes credentials from URLs. */
export function hideByShape(text: string, mark: Mark): string {
  const hide = typeof mark === 'string' ? () => mark : mark;
  // Most texts are short words or plain URLs. Checking first whether a pattern can match at all is much faster for these.
  let shown = text.includes('://') ? withoutUserInfo(text, hide) : text;
  if (/[:=]/.test(shown))
    shown = shown.replace(assignment, (_, name: string, quote = '', quoted?: string, rest: string = '') =>
      [name, quote, hide(quoted ?? rest), quote].join(''),
    );
  if (/bearer|basic/i.test(shown))
    shown = shown.replace(authorizationScheme, (_, name: string, secret: string) => `${name} ${hide(secret)}`);
  return shown.replace(wellKnownToken, (token) => hide(token));
}

/** The query or the fragment of a URL if it has a value (`=`), plain or escaped. */
const queryWithValue = /([?#]|%(?:3f|23))(?:[^\s"'<>=?#%]|%(?!3d|3f|23)){0,100}(?:=|%3d)[^\s"'<>]+/gi;

/** Replaces the queries of URLs with `mark`, since services put keys there under any name. */
export function withoutQueries(text: string, mark: string): string {
  return text.replace(queryWithValue, (_, sign: string) => sign + mark);
}

const userInfo = /:\/\/([^\s/?#"'<>]*)@/g;
/** User info whose password has characters that should have been escaped. Excludes ports and IPv6 addresses. */
const unescapedUserInfo = /:\/\/((?!\[)[^\s/@:"'<>]+:(?!\d+(?:[/?#]|$))[^\s@"'<>]{1,256})@/g;

/**
 * Removes the credentials from URLs: `scheme://user:password@host`.
 * @param found called with the credentials of each URL
 */
export function withoutUserInfo(text: string, found?: (credentials: string) => unknown): string {
  if (!text.includes('@')) return text;
  const hide = (_: string, credentials: string) => {
    if (credentials !== '') found?.(credentials);
    return '://';
  };
  return text.replace(userInfo, hide).replace(unescapedUserInfo, hide);
}
