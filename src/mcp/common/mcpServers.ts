import type { McpConfig } from '../../client/common/records';
import { type McpCandidate, resolveCandidate } from './mcpCandidate';
import type { McpChange } from './mcpParts';
import type { McpAnswers } from './mcpServerTemplate';
import { mcpConfigOf } from './mcpConfig';
import { isMissed, type McpLimitation } from './mcpLimitation';
import type { McpServer } from '../../client/common/serversOf';

/** A server that was found, and whether it is to go along. */
export interface FoundMcpServer {
  /** The {@link FoundMcpFile.id} of its file. */
  readonly file: string;
  readonly candidate: McpCandidate;
  readonly ticked: boolean;
  /** It was ticked, and its file says something else since: what goes along is to be looked at again. */
  readonly changed: boolean;
  /** What it says otherwise; empty when nothing has changed, or what it was is not known. */
  readonly changes: readonly McpChange[];
}

/** A file with MCP servers. */
export interface FoundMcpFile {
  /** Its URI. */
  readonly id: string;
  /** Its path as it is shown: within the workspace, or absolute. */
  readonly path: string;
  /** `user`: the servers that VS Code keeps for the user. `chosen`: a person named it. */
  readonly origin: 'workspace' | 'user' | 'chosen';
  /** Why it gives nothing: it cannot be read, a link leads out of the workspace, or it is no JSON. */
  readonly problem?: 'unreadable' | 'outside' | 'notJson';
  /** Paths of the parts that cannot be read, as in {@link McpFile}. */
  readonly damaged: readonly string[];
  readonly servers: readonly FoundMcpServer[];
}

export interface McpInventory {
  readonly files: readonly FoundMcpFile[];
  /** Names of servers that are ticked and that no file has any more. */
  readonly gone: readonly string[];
}

/** The MCP servers in files of this window: which are ticked, and what was answered about them. */
export interface McpServers {
  /** Whether there is anything to send: without, no file needs to be looked at. */
  readonly anyTicked: boolean;
  /** Reads the files anew. Those of the workspace only when it is trusted. */
  find(): Promise<McpInventory>;
  /** Ticks these and no others, for this workspace. */
  tick(servers: readonly FoundMcpServer[]): Promise<void>;
  /** A file that a person chose is found from now on, as long as one of its servers is ticked. */
  addFile(uri: string): Promise<void>;
  /**
   * What was answered on this machine about a server exactly as it is.
   * @throws {SecretStorageError} {@link MachineUnknownError}
   */
  answers(server: FoundMcpServer): Promise<McpAnswers>;
  /** @throws {SecretStorageError} {@link MachineUnknownError} */
  answer(server: FoundMcpServer, key: string, value: string): Promise<void>;
  /** Forgets every answer of this workspace on this machine. @throws {SecretStorageError} {@link MachineUnknownError} */
  forgetAnswers(): Promise<void>;
  /** An environment variable of this machine. */
  environment(name: string): string | undefined;
  /** What is secret in it never reaches the log. */
  protect(config: McpConfig): void;
}

/** What the ticked servers of a workspace come to. */
export interface TickedServers {
  /** Of those for which everything is known; `undefined` when there is none. */
  readonly config: McpConfig | undefined;
  /** Their names, as their files have them. */
  readonly names: readonly string[];
  /** Of those that go along, what the agent would miss; servers that lose nothing are not listed. */
  readonly limitations: readonly ServerLimitations[];
  /** Those that are ticked and do not go along: an answer is missing, or their file has changed or is gone. */
  readonly waiting: readonly string[];
}

export interface ServerLimitations {
  readonly server: string;
  readonly limitations: readonly McpLimitation[];
}

export const nothingTicked: TickedServers = { config: undefined, names: [], limitations: [], waiting: [] };

/**
 * Fills in what is known, and asks for nothing.
 * @throws {SecretStorageError}
 */
export async function tickedServers(mcp: McpServers, inventory?: McpInventory): Promise<TickedServers> {
  if (!mcp.anyTicked) return nothingTicked;
  const { files, gone } = inventory ?? (await mcp.find());
  const servers: McpServer[] = [];
  const names: string[] = [];
  const limitations: ServerLimitations[] = [];
  const waiting: string[] = [];
  for (const found of files.flatMap((file) => file.servers)) {
    const resolved = found.ticked ? await resolvedServer(found, mcp) : undefined;
    if (resolved) {
      servers.push(resolved);
      names.push(found.candidate.name);
      const missed = found.candidate.limitations.filter(isMissed);
      if (missed.length > 0) limitations.push({ server: found.candidate.name, limitations: missed });
    } else if (found.ticked || found.changed) waiting.push(found.candidate.name);
  }
  const config = mcpConfigOf(servers);
  if (config) mcp.protect(config);
  return { config, names, limitations, waiting: [...waiting, ...gone] };
}

async function resolvedServer(found: FoundMcpServer, mcp: McpServers): Promise<McpServer | undefined> {
  const { candidate } = found;
  const answers = candidate.questions.length === 0 ? new Map<string, string>() : await mcp.answers(found);
  const resolution = resolveCandidate(candidate, answers);
  return resolution.kind === 'resolved' ? resolution.server : undefined;
}
