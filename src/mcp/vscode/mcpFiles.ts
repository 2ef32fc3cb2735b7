import { parse, type ParseError } from 'jsonc-parser';
import * as vscode from 'vscode';
import { readMcpFile } from '../common/mcpFile';
import { mcpCandidate, type McpCandidate } from '../common/mcpCandidate';
import type { FoundMcpFile } from '../common/mcpServers';
import { type Log, errorName } from '../../base/common/log';
import { readSmallTextFile } from '../../base/vscode/smallFile';
import { EnvFiles } from './envFiles';

/** Where teams keep their servers, below a folder of the workspace. */
const workspacePaths = [['.vscode', 'mcp.json'], ['.mcp.json'], ['.cursor', 'mcp.json']] as const;

/** What has more was not written by hand. */
const maxServers = 500;

/** A file that may have servers. */
export interface McpPlace {
  readonly uri: vscode.Uri;
  readonly origin: FoundMcpFile['origin'];
}

/** The candidates of a file, before anybody says what is ticked. */
export interface McpFileContent extends Omit<FoundMcpFile, 'servers'> {
  readonly candidates: readonly McpCandidate[];
}

export function workspacePlaces(): McpPlace[] {
  return (vscode.workspace.workspaceFolders ?? []).flatMap(({ uri }) =>
    workspacePaths.map((path) => ({ uri: vscode.Uri.joinPath(uri, ...path), origin: 'workspace' as const })),
  );
}

/** Those that there are. A file that a person chose is missed. */
export async function readMcpPlaces(places: readonly McpPlace[], log: Log): Promise<readonly McpFileContent[]> {
  const envFiles = new EnvFiles(log);
  const contents = await Promise.all(places.map((place) => readMcpPlace(place, envFiles, log)));
  return contents.filter((content) => content !== undefined);
}

async function readMcpPlace(
  { uri, origin }: McpPlace,
  envFiles: EnvFiles,
  log: Log,
): Promise<McpFileContent | undefined> {
  const path = origin === 'workspace' ? vscode.workspace.asRelativePath(uri) : uri.fsPath;
  const file = { id: uri.toString(), path, origin, damaged: [], candidates: [] };
  let text: string;
  try {
    const read = await readSmallTextFile(uri);
    if (read.kind !== 'text') {
      log.warn('A file with MCP servers is not read.', { path, reason: read.kind });
      return { ...file, problem: read.kind === 'outside' ? 'outside' : 'unreadable' };
    }
    ({ text } = read);
  } catch (error) {
    if (origin !== 'chosen' && isNotFound(error)) return undefined;
    log.warn("An MCP server file couldn't be read.", { path, error: errorName(error) });
    return { ...file, problem: 'unreadable' };
  }
  const value = jsonOf(text);
  if (!value) {
    log.warn("An MCP server file isn't valid JSON.", { path });
    return { ...file, problem: 'notJson' };
  }
  const { entries, inputs, damaged } = readMcpFile(value.json);
  if (entries.length > maxServers) {
    log.warn('An MCP server file has too many servers.', { path, servers: entries.length });
    return { ...file, problem: 'unreadable' };
  }
  const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri ?? vscode.Uri.joinPath(uri, '..');
  const candidates = entries.map(async (entry) => mcpCandidate(entry, inputs, await envFiles.of(entry, folder)));
  return { ...file, damaged, candidates: await Promise.all(candidates) };
}

/**
 * With comments and trailing commas, as VS Code reads it. `undefined` for what is no JSON: what the parser makes of it
 * could be another server. Nothing in a file is no server.
 */
function jsonOf(text: string): { readonly json: unknown } | undefined {
  if (text.trim() === '') return { json: {} };
  const errors: ParseError[] = [];
  try {
    const json: unknown = parse(text, errors, { allowTrailingComma: true });
    // What cannot be written cannot be compared with what it was.
    JSON.stringify(json);
    return errors.length === 0 ? { json } : undefined;
  } catch {
    // Nested deeper than that can go.
    return undefined;
  }
}

function isNotFound(error: unknown): boolean {
  return ['FileNotFound', 'FileNotADirectory', 'ENOENT', 'ENOTDIR'].includes(errorName(error));
}
