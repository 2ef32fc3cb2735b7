import { isRecord } from '../base/json';
import type { McpServer } from '../client/records';

export interface SavedEntry {
  /** Path to the entry: `['sse_servers', '0']`, `['github']`, `['mcpServers', 'github']`. */
  readonly path: readonly string[];
  /** The kind of server by its list; absent in a map, where the entry itself names its kind. */
  readonly kind?: McpServer['kind'];
  /** Its name in a map; empty in a list. */
  readonly name: string;
  readonly entry: unknown;
}

const interfaceLists: Readonly<Record<string, McpServer['kind']>> = {
  stdio_servers: 'stdio',
  shttp_servers: 'http',
  sse_servers: 'sse',
};

/**
 * The MCP servers in a service's settings.
 * @param saved `mcp_config` as the service returned it: the interface's lists of records or URLs, or the map from name to
 * server that newer services have
 */
export function savedEntries(saved: unknown): readonly SavedEntry[] {
  if (!isRecord(saved)) return [];
  if (Object.keys(interfaceLists).some((list) => Object.hasOwn(saved, list))) {
    return Object.entries(interfaceLists).flatMap(([list, kind]) => {
      const entries = saved[list];
      if (!Array.isArray(entries)) return [];
      return entries.map((entry: unknown, index) => ({ path: [list, String(index)], kind, name: '', entry }));
    });
  }
  const [map, above] = isRecord(saved['mcpServers']) ? [saved['mcpServers'], ['mcpServers']] : [saved, []];
  return Object.entries(map).map(([name, entry]) => ({ path: [...above, name], name, entry }));
}
