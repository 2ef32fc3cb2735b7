import type { ConversationStartRequest } from '../domain/records';
import { Redactor } from '../domain/redactor';

/** A redactor of everything secret in one call: services repeat what they refuse, and that must not be shown. */
export function secretsIn(sessionKey: string, request?: ConversationStartRequest): Redactor {
  const redactor = new Redactor();
  redactor.add(sessionKey);
  const { sse_servers = [], shttp_servers = [], stdio_servers = [] } = request?.mcp_config ?? {};
  for (const { api_key } of [...sse_servers, ...shttp_servers]) if (api_key) redactor.add(api_key);
  for (const { env = {} } of stdio_servers) for (const value of Object.values(env)) redactor.add(value);
  return redactor;
}
