import { mcpOffer, type McpOffer } from '../../../src/mcp/common/mcpOffer';
import { readMcpFile } from '../../../src/mcp/common/mcpFile';
import type { EnvFile } from '../../../src/mcp/common/mcpServerTemplate';

/** Every server of a file, as it would travel. */
export function offersOf(file: unknown, envFile?: EnvFile): readonly McpOffer[] {
  const { entries, inputs } = readMcpFile(file);
  return entries.map((entry) => mcpOffer(entry, inputs, entry.envFile === undefined ? undefined : envFile));
}
