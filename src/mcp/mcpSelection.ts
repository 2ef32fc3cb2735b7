import type { McpConfig, McpServer, McpStdioServer } from '../client/records';
import { type McpCandidate, resolveCandidate } from './mcpCandidate';
import { isLoss, type McpLimitation } from './mcpProblems';
import type { McpAnswers } from './mcpVariables';

/** A server that was found, and whether it is selected to be sent. */
export interface FoundMcpServer {
  /** The {@link FoundMcpFile.id} of its file. */
  readonly file: string;
  readonly candidate: McpCandidate;
  readonly selected: boolean;
  /** True if it was selected, but has changed since, so that it must be reviewed before it's sent. */
  readonly changed: boolean;
  /** Its command or URL at the time it was selected, without secrets; absent if it's still the same. */
  readonly before?: string;
}

export interface FoundMcpFile {
  readonly id: string;
  /** Its path for display: relative to the workspace, or absolute. */
  readonly path: string;
  /** `user` for the user's own servers, in VS Code and for all of Copilot, `chosen` for a file that the user selected. */
  readonly origin: 'workspace' | 'user' | 'chosen';
  /** Why it has no servers: it can't be read, a symbolic link leads out of the workspace, or it isn't valid JSON. */
  readonly problem?: 'unreadable' | 'outside' | 'notJson';
  /** Paths of the parts that can't be read, as in {@link McpFile}. */
  readonly damaged: readonly string[];
  readonly servers: readonly FoundMcpServer[];
}

export interface McpInventory {
  readonly files: readonly FoundMcpFile[];
  /** Names of selected servers that are no longer in any file. */
  readonly gone: readonly string[];
}

export interface McpSelection {
  /** True if any server is selected. Otherwise, no file has to be read. */
  readonly hasSelected: boolean;
  find(): Promise<McpInventory>;
  /** `of` rejects with a {@link SecretStorageError} or a {@link MachineUnknownError}. */
  readonly answers: { of(server: FoundMcpServer): Promise<McpAnswers> };
  /** Keeps the secrets in a configuration out of the log. */
  protect(config: McpConfig): void;
}

export interface SelectedServers {
  /** The servers for which all answers are known; `undefined` if there are none. */
  readonly config: McpConfig | undefined;
  readonly names: readonly string[];
  /** Limitations of the servers that are sent. Servers that lose nothing aren't listed. */
  readonly limitations: readonly { readonly server: string; readonly limitations: readonly McpLimitation[] }[];
  /** Selected servers that aren't sent, because an answer is missing, or they have changed or no longer exist. */
  readonly waiting: readonly string[];
}

export const noSelectedServers: SelectedServers = { config: undefined, names: [], limitations: [], waiting: [] };

/**
 * The selected servers with the known answers filled in. Doesn't ask for any.
 * @throws {SecretStorageError}
 * @throws {MachineUnknownError}
 */
export async function selectedServers(mcp: McpSelection): Promise<SelectedServers> {
  if (!mcp.hasSelected) return noSelectedServers;
  const { files, gone } = await mcp.find();
  const sent: { readonly server: McpServer; readonly candidate: McpCandidate }[] = [];
  const waiting: string[] = [];
  for (const found of files.flatMap((file) => file.servers)) {
    const { candidate, selected, changed } = found;
    const hasQuestions = selected && candidate.questions.length > 0;
    const answers = hasQuestions ? await mcp.answers.of(found) : new Map<string, string>();
    const resolution = selected ? resolveCandidate(candidate, answers) : undefined;
    if (resolution?.kind === 'resolved') sent.push({ server: resolution.server, candidate });
    else if (selected || changed) waiting.push(candidate.name);
  }
  const config = mcpConfigOf(sent.map(({ server }) => server));
  if (config) mcp.protect(config);
  return {
    config,
    names: sent.map(({ candidate }) => candidate.name),
    limitations: sent
      .map(({ candidate: { name, limitations } }) => ({ server: name, limitations: limitations.filter(isLoss) }))
      .filter(({ limitations }) => limitations.length > 0),
    waiting: [...waiting, ...gone],
  };
}

/** The `mcp_config` of servers (interface section 2.4), without empty lists and duplicates; `undefined` if there are none. */
export function mcpConfigOf(servers: readonly McpServer[]): McpConfig | undefined {
  const ofKind = (wanted: 'http' | 'sse') =>
    distinct(servers.flatMap(({ kind, server }) => (kind === wanted ? [server] : [])));
  const lists = {
    sse_servers: ofKind('sse'),
    stdio_servers: stdioServers(servers.flatMap(({ kind, server }) => (kind === 'stdio' ? [server] : []))),
    shttp_servers: ofKind('http'),
  };
  const filled = Object.entries(lists).filter(([, list]) => list.length > 0);
  return filled.length === 0 ? undefined : Object.fromEntries(filled);
}

/** Removes duplicates and makes names unique, since two files may have the same server, or two servers the same name. */
function stdioServers(all: readonly McpStdioServer[]): readonly McpStdioServer[] {
  /** The last number that was appended to each name, so that each number is only tried once. */
  const numbers = new Map<string, number>();
  return distinct(all).map((server) => {
    let { name } = server;
    let number = numbers.get(name) ?? 1;
    while (numbers.has(name)) name = `${server.name}-${++number}`;
    numbers.set(server.name, number);
    if (name !== server.name) numbers.set(name, 1);
    return { ...server, name };
  });
}

/** Keeps the first one of servers that only differ in their names. */
function distinct<T extends object>(all: readonly T[]): readonly T[] {
  const byContent = Map.groupBy(all, (server) => JSON.stringify({ ...server, name: '' }));
  return [...byContent.values()].flatMap(([first]) => first ?? []);
}
