import { maskSettings } from './maskSettings';
import type { ConversationStartRequest, McpConfig } from './records';

/**
 * The request as it may be shown and copied: the MCP servers without keys, values of variables and credentials in their
 * addresses, hidden as in the settings. Everything else stays, what somebody wrote into the message included.
 */
export function maskRequest(request: ConversationStartRequest): ConversationStartRequest {
  if (request.mcp_config === undefined) return request;
  const { mcp_config } = maskSettings({ llm_api_key_set: true, mcp_config: request.mcp_config });
  return { ...request, mcp_config: mcp_config as McpConfig };
}
