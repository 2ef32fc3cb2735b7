import type { McpConfig } from './records';
import type { McpServer } from '../../mcp/common/resolveOffer';

/** Every server of an `mcp_config`, with the kind of its list. */
export function serversOf({ stdio_servers = [], shttp_servers = [], sse_servers = [] }: McpConfig = {}): McpServer[] {
  return [
    ...stdio_servers.map((server) => ({ kind: 'stdio', server }) as const),
    ...shttp_servers.map((server) => ({ kind: 'http', server }) as const),
    ...sse_servers.map((server) => ({ kind: 'sse', server }) as const),
  ];
}
