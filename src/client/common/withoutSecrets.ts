import { conversationStatuses, mcpConfig, startResponse, userSecrets } from './records';
import { redacted, type Redactor } from '../../base/common/redactor';
import { isSettingsFieldName } from './settingsFields';
import { fieldNamesOf } from './shapes';

/** Deeper than any record of a service; what lies below is hidden rather than walked. */
const maxDepth = 32;

/** Shorter ones, the values of variables among them, are everyday words: `8080`, `START`, `true`. */
export const shortestHidden = 8;

const ownWords: readonly string[] = conversationStatuses;

/**
 * A value of JSON without the secrets that are known, in its names as in its texts: a service may repeat them anywhere.
 * Names and states of the interface stay, whatever a secret is like.
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

/** Whether the interface has a field of this name in what it answers. */
export function isInterfaceName(name: string): boolean {
  return names.has(name) || isSettingsFieldName(name);
}
