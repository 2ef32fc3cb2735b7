import { type ProxyOptions, proxySecrets } from './network';
import { Redactor } from '../base/redactor';

interface CallContent {
  readonly sessionKey?: string;
  readonly proxy?: ProxyOptions | undefined;
  /** Knows other secrets. */
  readonly beside?: Redactor | undefined;
}

/**
 * A redactor of everything secret in one call: services and proxies repeat what they reject, and that must not be
 * shown.
 */
export function secretsIn({ sessionKey, proxy, beside }: CallContent): Redactor {
  const redactor = new Redactor(beside);
  if (sessionKey !== undefined) redactor.add(sessionKey);
  for (const secret of proxy ? proxySecrets(proxy) : []) redactor.add(secret);
  return redactor;
}

/** A secret that is in an id by chance is shorter. */
const shortestInside = 16;

/** True if an id is one of the secrets, or contains one. */
export function containsSecret(id: string, redactor: Redactor): boolean {
  return redactor.isKnown(id) || redactor.repeats(id, shortestInside);
}
