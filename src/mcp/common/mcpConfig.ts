import type { McpConfig, McpStdioServer, McpUrlServer } from '../../client/common/records';
import type { McpServer } from '../../client/common/serversOf';

/** The `mcp_config` that these servers make (interface section 2.4): no empty list, no name twice; nothing for none. */
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

/** Two files may have one server, or two servers one name. */
class StdioServers {
  readonly all: McpStdioServer[] = [];
  /** What each is besides its name. */
  readonly #texts = new Set<string>();
  /** With the number that was last put behind each. */
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

/** Of one address with a key and without, the one with it stands for both. */
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
