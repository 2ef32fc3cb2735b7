import { isRecord } from '../../base/common/json';
import { maskMcp } from '../../client/common/maskSettings';
import type { McpOffer } from './mcpOffer';

/** What a server runs or where it is, in one line without secrets: `npx -y some-server`, `https://example.com/mcp`. */
export function mcpOutline({ server }: McpOffer): string {
  if (!server) return '';
  const entry =
    server.kind === 'stdio'
      ? { command: server.command.source, args: server.args.map(({ source }) => source) }
      : { url: server.url.source };
  // As the settings view shows the servers of the service.
  const shown = maskMcp(entry);
  if (!isRecord(shown)) return '';
  const { command = shown['url'], args } = shown;
  return [command, ...(Array.isArray(args) ? (args as unknown[]) : [])].map(String).join(' ').trim();
}
