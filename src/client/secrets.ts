import { conversationStatuses } from './records';
import { maxDepth, withMembers } from '../base/json';
import { percentDecoded } from '../base/url';
import { comparableId } from './conversationId';
import { redacted, type Redactor } from '../base/redactor';
import { withoutQueries } from '../base/secretShapes';
import { sanitizeServerText } from './serverText';
import { isSettingsFieldName } from './settingsFields';

/** Shorter secrets aren't searched for, because they're often everyday words: `8080`, `START`, `true`. */
export const minSecretLength = 8;

/** Shorter secrets may be part of an id by chance. */
const minLengthInsideId = 16;

/**
 * True if an id is one of the secrets, or contains one. Such an id can't be stored or shown, and with the secret
 * removed, it would be a different id.
 */
export function containsSecret(id: string, redactor: Redactor): boolean {
  return redactor.detects(id, Math.min(id.length, minLengthInsideId));
}

/**
 * True if the path of a page may contain a secret, because a segment of it is neither a word, nor a small number, nor the
 * id of the page's conversation. Some pages are only protected by a secret path.
 */
export function mayHaveSecretPath({ pathname }: URL, id: string): boolean {
  const segments = percentDecoded(pathname).split('/');
  return segments.some((segment) => comparableId(segment) !== comparableId(id) && !plainSegment.test(segment));
}

const plainSegment = /^(?:(?:[a-z]{1,15}|[a-z\d]{1,7})(?:[-_.](?:[a-z]{1,15}|[a-z\d]{1,7}))*)?$/i;

function isInterfaceStatus(text: string): boolean {
  return (conversationStatuses as readonly string[]).includes(text);
}

/**
 * A JSON value without known secrets, which a service may repeat in any text or name. Names and statuses of the interface
 * stay, even if a secret is the same word.
 */
export function withoutSecrets(value: unknown, redactor: Pick<Redactor, 'withhold'>, depth = 0): unknown {
  if (typeof value === 'string')
    return isInterfaceStatus(value) ? value : withoutQueries(redactor.withhold(value, minSecretLength), redacted);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maxDepth) return redacted;
  const without = withMembers(value, (_, member) => withoutSecrets(member, redactor, depth + 1));
  return Array.isArray(without) ? without : withoutSecretNames(without, redactor);
}

/** A record without names that contain a known secret, apart from the interface's. The record itself if it has none. */
export function withoutSecretNames(record: object, redactor: Pick<Redactor, 'withhold'>): object {
  const isInterfaceName = (name: string) => interfaceNames.has(name) || isSettingsFieldName(name);
  const shown = (name: string) => (isInterfaceName(name) ? name : redactor.withhold(name, minSecretLength));
  return Object.keys(record).every((name) => shown(name) === name)
    ? record
    : Object.fromEntries(Object.entries(record).map(([name, member]) => [shown(name), member as unknown]));
}

/** Names in the answer to a start (interface section 2.5) and inside the fields of settings (sections 2.4 and 2.6). */
const interfaceNames: ReadonlySet<string> = new Set([
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

/** More characters than are shown of a text. */
const maxRead = 5_000;

/**
 * A short text of a service, such as a status, in a form that can be shown; `undefined` if nothing is left of it.
 * @param transform changes what is left without secrets, such as to capitals
 */
export function shownText(
  text: string,
  redactor: Pick<Redactor, 'withhold'>,
  transform = (shown: string) => shown,
): string | undefined {
  const known = isInterfaceStatus(text) ? text : redactor.withhold(text, minSecretLength).slice(0, maxRead);
  return sanitizeServerText(transform(withoutQueries(known, redacted)));
}
