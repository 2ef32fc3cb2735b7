import { mcpCandidate, type McpCandidate } from '../../../src/mcp/mcpCandidate';
import { readMcpFile, type EnvFile } from '../../../src/mcp/mcpFile';

/** Every server of a file, as it would be sent. */
export function candidatesOf(file: unknown, envFile?: EnvFile): readonly McpCandidate[] {
  const { entries, inputs } = readMcpFile(file);
  return entries.map((entry) => mcpCandidate(entry, inputs, entry.envFile === '' ? undefined : envFile));
}

/** The selected servers of a workspace: one with this name, which asks for nothing. */
export function selectionOf(name: string): never {
  const [candidate] = candidatesOf({ servers: { [name]: { command: 'npx' } } });
  const servers = [{ file: 'f', candidate: candidate!, selected: true, changed: false }];
  const files = [{ id: 'f', path: 'f', origin: 'workspace', damaged: [], servers }];
  return { hasSelected: true, find: () => Promise.resolve({ files, gone: [] }), protect: () => undefined } as never;
}
