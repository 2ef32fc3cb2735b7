import type { McpConfig, McpServer, McpStdioServer, McpUrlServer } from '../client/records';

/**
 * The `mcp_config` made of these servers (interface section 2.4): no empty list, no duplicate names; `undefined` if
 * there are none.
 */
export function mcpConfigOf(servers: readonly McpServer[]): McpConfig | undefined {
  const stdio = new StdioServers();
  const http = new UrlServers();
  const sse = new UrlServers();
  for (const { kind, server } of servers) {
    if (kind === 'stdio') stdio.add(server);
    else (kind === 'http' ? http : sse).add(server);
  }
  const lists = { sse_servers: sse.all, stdio_servers: stdio.all, shttp_servers: http.all };
  const filled = Object.entries(lists).filter(([, list]) => list.length > 0);
  return filled.length === 0 ? undefined : Object.fromEntries(filled);
}

/** Two files may contain the same server, or two servers the same name. */
class StdioServers {
  readonly all: McpStdioServer[] = [];
  /** Each server's content without its name. */
  readonly #texts = new Set<string>();
  /** Each name with the last number appended to it. */
  readonly #names = new Map<string, number>();

  add(server: McpStdioServer): void {
    const text = JSON.stringify({ ...server, name: '' });
    if (this.#texts.has(text)) return;
    this.#texts.add(text);
    const name = this.#freeName(server.name);
    this.#names.set(name, 1);
    this.all.push({ ...server, name });
  }

  #freeName(wish: string): string {
    let count = this.#names.get(wish);
    if (count === undefined) return wish;
    while (this.#names.has(`${wish}-${++count}`));
    this.#names.set(wish, count);
    return `${wish}-${count}`;
  }
}

/** If the same URL is given with a key and without, only the one with the key is included. */
class UrlServers {
  readonly #byUrl = new Map<string, Map<string | undefined, McpUrlServer>>();

  get all(): readonly McpUrlServer[] {
    return [...this.#byUrl.values()].flatMap((servers) => [...servers.values()]);
  }

  add(server: McpUrlServer): void {
    const { url, api_key: key } = server;
    const same = this.#byUrl.get(url) ?? new Map<string | undefined, McpUrlServer>();
    this.#byUrl.set(url, same);
    if (key === undefined ? same.size > 0 : same.has(key)) return;
    same.delete(undefined);
    same.set(key, server);
  }
}
