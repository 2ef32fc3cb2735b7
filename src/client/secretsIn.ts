import { secretsOf } from '../domain/mcp/mcpSecrets';
import type { ProxyOptions } from '../domain/network';
import { proxySecrets } from '../domain/proxySecrets';
import type { ConversationStartRequest } from '../domain/records';
import { Redactor } from '../domain/redactor';

interface CallContent {
  readonly sessionKey?: string;
  readonly request?: ConversationStartRequest;
  readonly proxy?: ProxyOptions | undefined;
}

/**
 * A redactor of everything secret in one call: services and proxies repeat what they refuse, and that must not be shown.
 */
export function secretsIn({ sessionKey, request, proxy }: CallContent): Redactor {
  const redactor = new Redactor();
  if (sessionKey !== undefined) redactor.add(sessionKey);
  for (const secret of secretsOf(request?.mcp_config)) redactor.add(secret);
  for (const secret of proxy ? proxySecrets(proxy) : []) redactor.add(secret);
  return redactor;
}
