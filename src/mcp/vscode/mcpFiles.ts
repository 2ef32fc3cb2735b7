import { parse, type ParseError } from 'jsonc-parser';
import * as vscode from 'vscode';
import { readMcpFile, type McpEntry } from '../mcpFile';
import { mcpCandidate, type McpCandidate } from '../mcpCandidate';
import type { FoundMcpFile } from '../mcpServers';
import { errorName, type Log } from '../../base/log';
import { readSmallTextFile } from '../../base/vscode/smallFile';
import { homedir } from 'node:os';
import { parseEnv } from 'node:util';
import type { EnvFile } from '../mcpServerTemplate';

/** Usual places of a team's servers, below a folder of the workspace. */
const workspacePaths = [['.vscode', 'mcp.json'], ['.mcp.json'], ['.cursor', 'mcp.json']] as const;

/** A file with more wasn't written by hand. */
const maxServers = 500;

export interface McpPlace {
  readonly uri: vscode.Uri;
  readonly origin: FoundMcpFile['origin'];
}

/** The candidates of a file, before it's known which ones are selected. */
export interface McpFileContent extends Omit<FoundMcpFile, 'servers'> {
  readonly candidates: readonly McpCandidate[];
}

export function workspacePlaces(): McpPlace[] {
  return (vscode.workspace.workspaceFolders ?? []).flatMap(({ uri }) =>
    workspacePaths.map((path) => ({ uri: vscode.Uri.joinPath(uri, ...path), origin: 'workspace' as const })),
  );
}

/** Reads the files that exist. A missing file is reported only if the user chose it. */
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
 * Parses JSON with comments and trailing commas, as VS Code does. `undefined` if it isn't valid JSON: the parser's
 * result could be another server. An empty file has no servers.
 */
function jsonOf(text: string): { readonly json: unknown } | undefined {
  if (text.trim() === '') return { json: {} };
  const errors: ParseError[] = [];
  try {
    const json: unknown = parse(text, errors, { allowTrailingComma: true });
    // A value that can't be serialized can't be compared with its previous content.
    JSON.stringify(json);
    return errors.length === 0 ? { json } : undefined;
  } catch {
    // Nested too deeply for that.
    return undefined;
  }
}

function isNotFound(error: unknown): boolean {
  return ['FileNotFound', 'FileNotADirectory', 'ENOENT', 'ENOTDIR'].includes(errorName(error));
}

/** Maximum length of all files together, in UTF-16 units. */
const maxLength = 4 * 1024 * 1024;

/** The envFiles of MCP servers, each read once and one after the other: many servers may name many large ones. */
class EnvFiles {
  readonly #log: Log;
  readonly #variables = new Map<string, Promise<EnvFile['variables']>>();
  #last: Promise<unknown> = Promise.resolve();
  #length = 0;

  constructor(log: Log) {
    this.#log = log;
  }

  /**
   * Finds it like VS Code: an absolute path, or one within the folder. `undefined` for a server that doesn't name one.
   */
  async of({ type, envFile }: McpEntry, folder: vscode.Uri): Promise<EnvFile | undefined> {
    if (type !== 'stdio' || envFile === undefined || envFile.trim() === '') return undefined;
    const path = envFile.trim().replaceAll('${workspaceFolder}', folder.fsPath).replaceAll('${userHome}', homedir());
    const key = `${folder.toString()} ${path}`;
    let variables = this.#variables.get(key);
    if (!variables) {
      variables = this.#last.then(() => this.#read(path, folder, envFile));
      this.#last = variables;
      this.#variables.set(key, variables);
    }
    return { path: envFile, variables: await variables };
  }

  async #read(path: string, folder: vscode.Uri, envFile: string): Promise<EnvFile['variables']> {
    try {
      const isAbsolute = /^(?:[\\/]|[a-z]:)/i.test(path);
      const uri = isAbsolute ? folder.with({ path: vscode.Uri.file(path).path }) : vscode.Uri.joinPath(folder, path);
      const read = this.#length < maxLength ? await readSmallTextFile(uri) : ({ kind: 'tooManyFiles' } as const);
      if (read.kind === 'text') {
        this.#length += read.text.length;
        return variablesIn(read.text);
      }
      this.#log.warn('The envFile of an MCP server is not read.', { envFile, reason: read.kind });
    } catch (error) {
      this.#log.warn("The envFile of an MCP server couldn't be read.", { envFile, error: errorName(error) });
    }
    return undefined;
  }
}

/** A line without an assignment becomes part of the next one's name. */
function variablesIn(text: string): NonNullable<EnvFile['variables']> {
  const variables = Object.entries(parseEnv(text.replace(/^\uFEFF/, '')));
  return Object.fromEntries(
    variables.flatMap(([name, value]) => {
      const known = name.split('\n').at(-1)?.trim() ?? '';
      return value === undefined || !/^[\w.-]+$/.test(known) ? [] : [[known, value] as const];
    }),
  );
}
