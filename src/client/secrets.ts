import { conversationStatuses } from './records';
import { maxDepth, withMembers } from '../base/json';
import { percentDecoded } from '../base/url';
import { comparableId } from './conversationId';
import { redacted, type Redactor } from '../base/redactor';
import { withoutQueries } from '../base/secretShapes';
import { sanitiseServerText } from './serverText';
import { isSettingsFieldName } from './settingsFields';

/** A secret that is in an id by chance is shorter. */
const shortestInside = 16;

/** True if an id is one of the secrets, or contains one. */
export function containsSecret(id: string, redactor: Redactor): boolean {
  return redactor.repeats(id, Math.min(id.length, shortestInside));
}

/**
 * True if the path of a page may have a secret, with which alone some pages are protected: it has more than words, small
 * numbers, and the id that the page is about.
 */
export function mayHaveSecretPath({ pathname }: URL, id: string): boolean {
  const segments = percentDecoded(pathname).split('/');
  return segments.some((segment) => comparableId(segment) !== comparableId(id) && !plainSegment.test(segment));
}

const plainSegment = /^(?:(?:[a-z]{1,15}|[a-z\d]{1,7})(?:[-_.](?:[a-z]{1,15}|[a-z\d]{1,7}))*)?$/i;

/** Shorter ones, including values of variables, are everyday words: `8080`, `START`, `true`. */
export const shortestHidden = 8;

function isOwnWord(text: string): boolean {
  return (conversationStatuses as readonly string[]).includes(text);
}

/**
 * A JSON value without its texts and names that repeat a known secret: a service may do so anywhere.
 * The interface's names and states stay, even if a secret looks like one.
 */
export function withoutSecrets(value: unknown, redactor: Pick<Redactor, 'withhold'>, depth = 0): unknown {
  if (typeof value === 'string')
    return isOwnWord(value) ? value : withoutQueries(redactor.withhold(value, shortestHidden), redacted);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maxDepth) return redacted;
  const without = withMembers(value, (_, member) => withoutSecrets(member, redactor, depth + 1));
  return Array.isArray(without) ? without : withoutSecretNames(without, redactor);
}

/** A record without the names that repeat a known secret and aren't the interface's; the record itself if it has none. */
export function withoutSecretNames(record: object, redactor: Pick<Redactor, 'withhold'>): object {
  const isInterfaceName = (name: string) => names.has(name) || isSettingsFieldName(name);
  const shown = (name: string) => (isInterfaceName(name) ? name : redactor.withhold(name, shortestHidden));
  return Object.keys(record).every((name) => shown(name) === name)
    ? record
    : Object.fromEntries(Object.entries(record).map(([name, member]) => [shown(name), member as unknown]));
}

/** Names in the answer to a start (interface section 2.5), and inside of the settings' fields (sections 2.4 and 2.6). */
const names: ReadonlySet<string> = new Set([
  'status',
  'conversation_id',
  'message',
  'conversation_status',
  'provider_tokens',
  'custom_secrets',
  'sse_servers',
  'stdio_servers',
  'shttp_servers',
  'url',
  'api_key',
  'name',
  'command',
  'args',
  'env',
]);

/** More than is shown of a text. In characters. */
const maxRead = 5_000;

/** A service's name for a state, in a form that can be shown; `undefined` if nothing is left of it. */
export function shownText(
  text: string,
  redactor: Pick<Redactor, 'withhold'>,
  write = (shown: string) => shown,
): string | undefined {
  const known = isOwnWord(text) ? text : redactor.withhold(text, shortestHidden).slice(0, maxRead);
  return sanitiseServerText(write(withoutQueries(known, redacted)));
}
