import type { McpConfig } from '../../client/common/records';
import { mcpConfigOf } from './mcpConfigOf';
import { isMissed, type McpLoss } from './mcpLoss';
import type { FoundMcpServer, McpInventory, McpServers } from './mcpServers';
import type { McpServer } from '../../client/common/serversOf';
import { resolveOffer } from './resolveOffer';

/** What the ticked servers of a workspace come to. */
export interface TickedServers {
  /** Of those for which everything is known; `undefined` when there is none. */
  readonly config: McpConfig | undefined;
  /** Their names, as their files have them. */
  readonly names: readonly string[];
  /** Of those that go along, what the agent would miss; servers that lose nothing are not listed. */
  readonly losses: readonly ServerLosses[];
  /** Those that are ticked and do not go along: an answer is missing, or their file has changed or is gone. */
  readonly waiting: readonly string[];
}

export interface ServerLosses {
  readonly server: string;
  readonly losses: readonly McpLoss[];
}

export const nothingTicked: TickedServers = { config: undefined, names: [], losses: [], waiting: [] };

/**
 * Fills in what is known, and asks for nothing.
 * @throws {SecretStorageError}
 */
export async function tickedServers(mcp: McpServers, inventory?: McpInventory): Promise<TickedServers> {
  if (!mcp.anyTicked) return nothingTicked;
  const { files, gone } = inventory ?? (await mcp.find());
  const servers: McpServer[] = [];
  const names: string[] = [];
  const losses: ServerLosses[] = [];
  const waiting: string[] = [];
  for (const found of files.flatMap((file) => file.servers)) {
    const resolved = found.ticked ? await resolvedServer(found, mcp) : undefined;
    if (resolved) {
      servers.push(resolved);
      names.push(found.offer.name);
      const missed = found.offer.losses.filter(isMissed);
      if (missed.length > 0) losses.push({ server: found.offer.name, losses: missed });
    } else if (found.ticked || found.changed) waiting.push(found.offer.name);
  }
  const config = mcpConfigOf(servers);
  if (config) mcp.protect(config);
  return { config, names, losses, waiting: [...waiting, ...gone] };
}

async function resolvedServer(found: FoundMcpServer, mcp: McpServers): Promise<McpServer | undefined> {
  const { offer } = found;
  const answers = offer.questions.length === 0 ? new Map<string, string>() : await mcp.answers(found);
  const resolution = resolveOffer(offer, answers);
  return resolution.kind === 'resolved' ? resolution.server : undefined;
}
