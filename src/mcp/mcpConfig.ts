import type { McpConfig, McpServer, McpStdioServer } from '../client/records';

/** The `mcp_config` of servers (interface section 2.4), without empty lists and duplicates; `undefined` if there are none. */
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

/** Removes duplicates and makes names unique, since two files may have the same server, or two servers the same name. */
function stdioServers(all: readonly McpStdioServer[]): readonly McpStdioServer[] {
  /** The last number that was appended to each name, so that each number is only tried once. */
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

/** Keeps the first one of servers that only differ in their names. */
function distinct<T extends object>(all: readonly T[]): readonly T[] {
  const byContent = Map.groupBy(all, (server) => JSON.stringify({ ...server, name: '' }));
  return [...byContent.values()].flatMap(([first]) => first ?? []);
}
