import type { McpConfig, McpStdioServer, McpUrlServer } from '../records';
import type { McpServer } from './resolveOffer';

/** The `mcp_config` that these servers make (interface section 2.4): no empty list, no name twice; nothing for none. */
export function mcpConfigOf(servers: readonly McpServer[]): McpConfig | undefined {
  const stdio: McpStdioServer[] = [];
  const http: McpUrlServer[] = [];
  const sse: McpUrlServer[] = [];
  for (const { kind, server } of servers) {
    if (kind === 'stdio') addStdio(stdio, server);
    else addUrl(kind === 'http' ? http : sse, server);
  }
  if (stdio.length + http.length + sse.length === 0) return undefined;
  return {
    ...(sse.length > 0 && { sse_servers: sse }),
    ...(stdio.length > 0 && { stdio_servers: stdio }),
    ...(http.length > 0 && { shttp_servers: http }),
  };
}

/** Two files may have one server, or two servers one name. */
function addStdio(list: McpStdioServer[], server: McpStdioServer): void {
  const text = JSON.stringify(server);
  if (list.some((other) => JSON.stringify({ ...other, name: server.name }) === text)) return;
  let { name } = server;
  for (let count = 2; list.some((other) => other.name === name); count++) name = `${server.name}-${count}`;
  list.push({ ...server, name });
}

/** Of one address with a key and without, the one with it stands for both. */
function addUrl(list: McpUrlServer[], server: McpUrlServer): void {
  const { url, api_key: key } = server;
  const same = list.findIndex(
    (other) => other.url === url && (other.api_key === key || other.api_key === undefined || key === undefined),
  );
  if (same < 0) list.push(server);
  else if (key !== undefined) list[same] = server;
}
