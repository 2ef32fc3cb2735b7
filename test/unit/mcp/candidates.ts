import { mcpCandidate, type McpCandidate } from '../../../src/mcp/mcpCandidate';
import { readMcpFile, type EnvFile } from '../../../src/mcp/mcpFile';

/** Every server of a file, as it would be sent. */
export function candidatesOf(file: unknown, envFile?: EnvFile): readonly McpCandidate[] {
  const { entries, inputs } = readMcpFile(file);
  return entries.map((entry) => mcpCandidate(entry, inputs, entry.envFile === '' ? undefined : envFile));
}
