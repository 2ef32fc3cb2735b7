import { conversationStatuses, mcpConfig, startResponse, userSecrets } from './records';
import { redacted, type Redactor } from '../base/redactor';
import { isSettingsFieldName } from './settingsFields';
import { fieldNamesOf } from './shapes';

/** Deeper than any record of a service; anything below is hidden rather than traversed. */
const maxDepth = 32;

/** Shorter ones, including values of variables, are everyday words: `8080`, `START`, `true`. */
export const shortestHidden = 8;

/** True for the interface's states. */
export function isOwnWord(text: string): boolean {
  return conversationStatuses.some((status) => status === text);
}

/**
 * A JSON value without its texts and names that repeat a known secret: a service may do so anywhere.
 * The interface's names and states stay, even if a secret looks like one.
 */
export function withoutSecrets(value: unknown, redactor: Pick<Redactor, 'withhold'>, depth = 0): unknown {
  if (typeof value === 'string') return isOwnWord(value) ? value : redactor.withhold(value, shortestHidden);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maxDepth) return redacted;
  const inner = (member: unknown) => withoutSecrets(member, redactor, depth + 1);
  if (Array.isArray(value)) return value.map(inner);
  const shown = (name: string) => (isInterfaceName(name) ? name : redactor.withhold(name, shortestHidden));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [shown(name), inner(member)]));
}

const names: ReadonlySet<string> = new Set([...[startResponse, mcpConfig].flatMap(fieldNamesOf), ...userSecrets]);

/** True if the interface has a field of this name in its responses. */
export function isInterfaceName(name: string): boolean {
  return names.has(name) || isSettingsFieldName(name);
}
