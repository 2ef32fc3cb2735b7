import { conversationStatuses, mcpConfig, startResponse, userSecrets } from './records';
import { redacted, type Redactor } from '../../base/common/redactor';
import { isSettingsFieldName } from './settingsFields';
import { fieldNamesOf } from './shapes';

/** Deeper than any record of a service; anything below is hidden rather than traversed. */
const maxDepth = 32;

/** Shorter ones, including values of variables, are everyday words: `8080`, `START`, `true`. */
export const shortestHidden = 8;

const ownWords: readonly string[] = conversationStatuses;

/**
 * A JSON value with the known secrets removed, from its names as from its texts: a service may repeat them anywhere.
 * The interface's names and states stay, even if a secret looks like one.
 */
export function withoutSecrets(value: unknown, redactor: Pick<Redactor, 'hideKnown'>, depth = 0): unknown {
  if (typeof value === 'string') return ownWords.includes(value) ? value : redactor.hideKnown(value, shortestHidden);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maxDepth) return redacted;
  const inner = (member: unknown) => withoutSecrets(member, redactor, depth + 1);
  if (Array.isArray(value)) return value.map(inner);
  const shown = (name: string) => (isInterfaceName(name) ? name : redactor.hideKnown(name, shortestHidden));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [shown(name), inner(member)]));
}

const names: ReadonlySet<string> = new Set([...[startResponse, mcpConfig].flatMap(fieldNamesOf), ...userSecrets]);

/** True if the interface has a field of this name in its responses. */
export function isInterfaceName(name: string): boolean {
  return names.has(name) || isSettingsFieldName(name);
}
