import type { McpConfig } from '../records';
import { serversOf } from './serversOf';

/** What is secret in an `mcp_config` wherever it stands: keys, and the values of variables. */
export function secretsOf(config: McpConfig | undefined): readonly string[] {
  return serversOf(config).flatMap((server) =>
    server.kind === 'stdio' ? Object.values(server.server.env ?? {}) : (server.server.api_key ?? []),
  );
}
