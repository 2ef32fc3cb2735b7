import { secretsOf } from '../domain/mcp/mcpSecrets';
import type { ConversationStartRequest } from '../domain/records';
import { Redactor } from '../domain/redactor';

/** A redactor of everything secret in one call: services repeat what they refuse, and that must not be shown. */
export function secretsIn(sessionKey: string, request?: ConversationStartRequest): Redactor {
  const redactor = new Redactor();
  redactor.add(sessionKey);
  for (const secret of secretsOf(request?.mcp_config)) redactor.add(secret);
  return redactor;
}
