import type { McpConfig, McpServer, McpStdioServer, McpUrlServer } from '../client/records';

/**
 * The `mcp_config` made of these servers (interface section 2.4): no empty list, no duplicates; `undefined` if there are
 * none.
 */
export function mcpConfigOf(servers: readonly McpServer[]): McpConfig | undefined {
  const ofKind = (wanted: 'http' | 'sse') =>
    urlServers(servers.flatMap(({ kind, server }) => (kind === wanted ? [server] : [])));
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
  /** Each name with the last number appended to it: of very many with one name, each is looked at only once. */
  const numbers = new Map<string, number>();
  return distinct(all, (server) => ({ ...server, name: '' })).map((server) => {
    let { name } = server;
    let number = numbers.get(name) ?? 1;
    while (numbers.has(name)) name = `${server.name}-${++number}`;
    numbers.set(server.name, number);
    if (name !== server.name) numbers.set(name, 1);
    return { ...server, name };
  });
}

/** If the same URL is given with a key and without, only the one with the key is included. */
function urlServers(all: readonly McpUrlServer[]): readonly McpUrlServer[] {
  const hasKey = ({ api_key: key }: McpUrlServer) => key !== undefined;
  const withKey = new Set(all.filter(hasKey).map(({ url }) => url));
  const wanted = all.filter((server) => hasKey(server) || !withKey.has(server.url));
  return distinct(wanted, ({ url, api_key: key }) => [url, key]);
}

/** The first of each content. */
function distinct<T>(all: readonly T[], contentOf: (one: T) => unknown): readonly T[] {
  const seen = new Set<string>();
  return all.filter((one) => {
    const before = seen.size;
    return seen.add(JSON.stringify(contentOf(one))).size > before;
  });
}
