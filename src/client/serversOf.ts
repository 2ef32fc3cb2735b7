import type { McpConfig, McpStdioServer, McpUrlServer } from './records';

/** An entry of one of the lists of `mcp_config` (interface section 2.4). */
export type McpServer =
  | { readonly kind: 'stdio'; readonly server: McpStdioServer }
  | { readonly kind: 'http' | 'sse'; readonly server: McpUrlServer };

/** Every server of an `mcp_config`, with the kind of its list. */
export function serversOf({ stdio_servers = [], shttp_servers = [], sse_servers = [] }: McpConfig = {}): McpServer[] {
  return [
    ...stdio_servers.map((server) => ({ kind: 'stdio', server }) as const),
    ...shttp_servers.map((server) => ({ kind: 'http', server }) as const),
    ...sse_servers.map((server) => ({ kind: 'sse', server }) as const),
  ];
}
