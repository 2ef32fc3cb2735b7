import { parse, type ParseError } from 'jsonc-parser';
import * as vscode from 'vscode';
import { type EnvFile, type McpEntry, readMcpFile, workspaceFiles } from '../mcpFile';
import { mcpCandidate, type McpCandidate } from '../mcpCandidate';
import type { FoundMcpFile } from '../mcpSelection';
import { errorName, type Log } from '../../base/log';
import { readSmallTextFile } from '../../base/vscode/smallFile';
import { homedir } from 'node:os';
import { parseEnv } from 'node:util';

/** Maximum per file. More weren't written by hand, and each may have an `envFile` of a megabyte to be read. */
const maxServers = 100;

export interface McpPlace {
  readonly uri: vscode.Uri;
  readonly origin: FoundMcpFile['origin'];
}

export interface McpFileContent extends Omit<FoundMcpFile, 'servers'> {
  readonly candidates: readonly McpCandidate[];
}

export function workspacePlaces(): McpPlace[] {
  return (vscode.workspace.workspaceFolders ?? []).flatMap(({ uri }) =>
    workspaceFiles.map((path) => ({ uri: vscode.Uri.joinPath(uri, path), origin: 'workspace' as const })),
  );
}

/** Reads the files that exist. That a file is missing is only reported if the user chose it. */
export async function readMcpPlaces(places: readonly McpPlace[], log: Log): Promise<readonly McpFileContent[]> {
  const contents = await Promise.all(places.map((place) => readMcpPlace(place, log)));
  return contents.filter((content) => content !== undefined);
}

async function readMcpPlace({ uri, origin }: McpPlace, log: Log): Promise<McpFileContent | undefined> {
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
    const isMissing = ['FileNotFound', 'FileNotADirectory', 'ENOENT', 'ENOTDIR'].includes(errorName(error));
    if (origin !== 'chosen' && isMissing) return undefined;
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
  const candidates = entries.map(async (entry) => mcpCandidate(entry, inputs, await envFileOf(entry, folder, log)));
  return { ...file, damaged, candidates: await Promise.all(candidates) };
}

/**
 * Parses JSON with comments and trailing commas, as VS Code does. `undefined` if it isn't valid, since what the parser
 * recovers could be a different server. An empty text counts as `{}`.
 */
function jsonOf(text: string): { readonly json: unknown } | undefined {
  if (text.trim() === '') return { json: {} };
  const errors: ParseError[] = [];
  try {
    const value: unknown = parse(text, errors, { allowTrailingComma: true });
    // The parser sets prototypes from members named `__proto__`. A copy doesn't have these.
    const json: unknown = JSON.parse(JSON.stringify(value));
    return errors.length === 0 ? { json } : undefined;
  } catch {
    // Nested too deeply.
    return undefined;
  }
}

/**
 * The `envFile` of a server, found as VS Code does: by an absolute path, or relative to the folder. `undefined` for a server
 * without one.
 */
async function envFileOf({ type, envFile }: McpEntry, folder: vscode.Uri, log: Log): Promise<EnvFile | undefined> {
  if (type !== 'stdio' || envFile === '') return undefined;
  const path = envFile.replaceAll('${workspaceFolder}', () => folder.fsPath).replaceAll('${userHome}', () => homedir());
  const isAbsolute = /^(?:[\\/]|[a-z]:)/i.test(path);
  try {
    const read = await readSmallTextFile(isAbsolute ? absoluteFile(path, folder) : vscode.Uri.joinPath(folder, path));
    if (read.kind === 'text') return { path: envFile, variables: variablesIn(read.text) };
    log.warn('The envFile of an MCP server is not read.', { envFile, reason: read.kind });
  } catch (error) {
    log.warn("The envFile of an MCP server couldn't be read.", { envFile, error: errorName(error) });
  }
  return { path: envFile, variables: undefined };
}

/** In a virtual workspace, the path is one of that. A share's name in a local folder's URI is not part of another path. */
function absoluteFile(path: string, folder: vscode.Uri): vscode.Uri {
  const file = vscode.Uri.file(path);
  return folder.scheme === 'file' ? file : folder.with({ path: file.path });
}

/** The variables in an `envFile`. Node's parser puts a line without an assignment in front of the next name. It's removed. */
function variablesIn(text: string): Readonly<Record<string, string>> {
  const variables = Object.entries(parseEnv(text.replace(/^\uFEFF/, '')));
  return Object.fromEntries(
    variables.flatMap(([name, value]) => {
      const known = name.split('\n').at(-1)?.trim() ?? '';
      return value === undefined || !/^[\w.-]+$/.test(known) ? [] : [[known, value] as const];
    }),
  );
}
