import path from 'node:path';

/** The usual files with a team's servers, below a folder of the workspace. */
export const workspaceFiles = ['.vscode/mcp.json', '.mcp.json', '.cursor/mcp.json'] as const;

/** The user's file that VS Code shares with Copilot's other programs, whose folder may be set in the environment. */
export function sharedUserFile(environment: Readonly<Record<string, string | undefined>>, home: string): string {
  const { COPILOT_HOME: folder = '' } = environment;
  // A relative path depends on where a program was started, so it's ignored.
  return path.join(path.isAbsolute(folder) ? folder : path.join(home, '.copilot'), 'mcp-config.json');
}
