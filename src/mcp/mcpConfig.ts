import type { McpConfig, McpServer, McpStdioServer } from '../client/records';

/** The `mcp_config` of these servers (interface section 2.4): no empty list, no duplicates; `undefined` for none. */
export function mcpConfigOf(servers: readonly McpServer[]): McpConfig | undefined {
  const ofKind = (wanted: 'http' | 'sse') =>
    distinct(servers.flatMap(({ kind, server }) => (kind === wanted ? [server] : [])));
  const lists = {
    sse_servers: ofKind('sse'),
    stdio_servers: stdioServers(servers.flatMap(({ kind, server }) => (kind === 'stdio' ? [server] : []))),
    shttp_servers: ofKind('http'),
  };
  const filled = Object.entries(lists).filter(([, list]) => list.length > 0);
  return filled.length === 0 ? undefined : Object.fromEntries(filled);
}

/** Two files may contain the same server, or two servers the same name. */
function stdioServers(all: readonly McpStdioServer[]): readonly McpStdioServer[] {
  /**
   * The last number that was appended to each name, so that for many servers with one name, each number is tried once.
   */
  const numbers = new Map<string, number>();
  return distinct(all).map((server) => {
    let { name } = server;
    let number = numbers.get(name) ?? 1;
    while (numbers.has(name)) name = `${server.name}-${++number}`;
    numbers.set(server.name, number);
    if (name !== server.name) numbers.set(name, 1);
    return { ...server, name };
  });
}

/** Only the first server of each content, whatever its name. */
function distinct<T extends object>(all: readonly T[]): readonly T[] {
  const alike = Map.groupBy(all, (server) => JSON.stringify({ ...server, name: '' }));
  return [...alike.values()].flatMap(([first]) => first ?? []);
}
