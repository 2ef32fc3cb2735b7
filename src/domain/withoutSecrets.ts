import { redacted, type Redactor } from './redactor';

/** Deeper than any record of a service; what lies below is hidden rather than walked. */
const maxDepth = 32;

/** A value of JSON without the secrets that are known, in its names as in its texts: a service may repeat them anywhere. */
export function withoutSecrets(value: unknown, redactor: Redactor, depth = 0): unknown {
  if (typeof value === 'string') return redactor.hideKnown(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maxDepth) return redacted;
  const inner = (member: unknown) => withoutSecrets(member, redactor, depth + 1);
  if (Array.isArray(value)) return value.map(inner);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [redactor.hideKnown(name), inner(member)]));
}
