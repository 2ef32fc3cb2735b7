import { isRecord } from '../base/json';
import { isPlaceholder } from '../base/secretShapes';
import { type McpConfig, type McpServer, serversOf } from '../client/records';
import { savedEntries, type SavedEntry } from '../settings/savedMcp';
import { mcpCandidate, resolveCandidate } from './mcpCandidate';
import { mcpConfigOf } from './mcpSelection';
import { readMcpEntry } from './mcpFile';

export interface MergedMcp {
  readonly config: McpConfig | undefined;
  /** Number of saved servers that were added to the request's own. */
  readonly added: number;
  /** Number of saved servers that can't be sent, because they can't be read, or the service doesn't return their secrets. */
  readonly leftOut: number;
  /** Members of the added servers for which a request has no field. */
  readonly without: readonly { readonly server: string; readonly members: readonly string[] }[];
}

/**
 * Adds the servers that are saved on the service to those of a request.
 * @param own the request's servers. They replace saved ones with the same name or URL
 * @param saved `mcp_config` of the settings as the service returned it
 */
export function mergeMcp(own: McpConfig | undefined, saved: unknown): MergedMcp {
  const ours = serversOf(own);
  const theirs = savedEntries(saved).map(savedServer);
  const fit = theirs.filter((found) => found !== undefined);
  const taken = new Set(ours.map(identity));
  const byIdentity = Map.groupBy(fit, ({ server }) => identity(server));
  const added = [...byIdentity].flatMap(([id, [first]]) => (first && !taken.has(id) ? first : []));
  return {
    config: mcpConfigOf([...ours, ...added.map(({ server }) => server)]),
    added: added.length,
    leftOut: theirs.length - fit.length,
    without: added
      .filter(({ without }) => without.length > 0)
      .map(({ server, without }) => ({ server: label(server), members: without })),
  };
}

function label({ kind, server }: McpServer): string {
  return kind === 'stdio' ? server.name : new URL(server.url).host;
}

function identity({ kind, server }: McpServer): string {
  return kind === 'stdio' ? `name ${server.name}` : `url ${server.url}`;
}

function savedServer({ kind, name, entry: saved }: SavedEntry) {
  const entry = typeof saved === 'string' ? { url: saved } : saved;
  if (!isRecord(entry)) return undefined;
  const key = [entry['api_key'], entry['auth']].find(isText);
  const headers = isRecord(entry['headers']) ? entry['headers'] : {};
  const read = readMcpEntry(
    typeof entry['name'] === 'string' ? entry['name'] : name,
    {
      ...Object.fromEntries(Object.entries(entry).filter(([member, value]) => !isRedundant(member, value))),
      ...(kind && { type: kind }),
      ...(key !== undefined && { headers: { Authorization: `Bearer ${key}`, ...headers } }),
    },
    'saved',
  );
  const resolution = resolveCandidate(mcpCandidate(read, new Map()), new Map());
  if (resolution.kind !== 'resolved' || hasHiddenSecrets(resolution.server)) return undefined;
  return {
    server: resolution.server,
    without: [...read.unsupportedMembers, ...(read.disabled ? ['disabled'] : []), ...read.headers],
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** True if a member isn't needed: it's null, sent in another field, or the timeout that services add when they save. */
function isRedundant(member: string, value: unknown): boolean {
  const isKey = (member === 'api_key' || member === 'auth') && typeof value === 'string';
  return isKey || value === null || (member === 'timeout' && value === 60);
}

function hasHiddenSecrets({ kind, server }: McpServer): boolean {
  const values =
    kind === 'stdio' ? [...(server.args ?? []), ...Object.values(server.env ?? {})] : [server.api_key ?? ''];
  return values.some((value) => isPlaceholder(value.trim()));
}
