import { maskMcp } from '../../client/common/maskSettings';
import type { ConversationStartRequest, McpConfig } from '../../client/common/records';
import type { Redactor } from '../../base/common/redactor';

/**
 * The request as it may be shown and copied: the MCP servers without keys, values of variables and credentials in their
 * addresses, hidden as in the settings, and without what the redactor knows to be secret, an answer among the arguments
 * for instance. Everything else stays, what somebody wrote into the message included.
 */
export function maskRequest(
  request: ConversationStartRequest,
  redactor: Pick<Redactor, 'redact'>,
): ConversationStartRequest {
  if (request.mcp_config === undefined) return request;
  // Whole texts first: of a secret that was masked in part, the redactor would not know the rest.
  const known: unknown = JSON.parse(JSON.stringify(request.mcp_config), (_, value: unknown) =>
    typeof value === 'string' ? redactor.redact(value) : value,
  );
  return { ...request, mcp_config: maskMcp(known) as McpConfig };
}
