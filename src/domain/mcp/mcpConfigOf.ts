import type { McpConfig, McpStdioServer, McpUrlServer } from '../records';
import type { McpServer } from './resolveOffer';

/** The `mcp_config` that these servers make (interface section 2.4): no empty list, no name twice; nothing for none. */
export function mcpConfigOf(servers: readonly McpServer[]): McpConfig | undefined {
  const stdio = new StdioServers();
  const http = new UrlServers();
  const sse = new UrlServers();
  for (const { kind, server } of servers) {
    if (kind === 'stdio') stdio.add(server);
    else (kind === 'http' ? http : sse).add(server);
  }
  if (stdio.all.length + http.all.length + sse.all.length === 0) return undefined;
  return {
    ...(sse.all.length > 0 && { sse_servers: sse.all }),
    ...(stdio.all.length > 0 && { stdio_servers: stdio.all }),
    ...(http.all.length > 0 && { shttp_servers: http.all }),
  };
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

class UrlServers {
  readonly all: McpUrlServer[] = [];
  readonly #urls = new Set<string>();

  add(server: McpUrlServer): void {
    if (this.#urls.has(server.url)) return;
    this.#urls.add(server.url);
    this.all.push(server);
  }
}
