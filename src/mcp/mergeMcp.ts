import { isRecord } from '../base/json';
import { isPlaceholder } from '../base/secretShapes';
import { type McpConfig, type McpServer, type McpStdioServer, serversOf } from '../client/records';
import { mcpCandidate, resolveCandidate } from './mcpCandidate';
import { mcpConfigOf } from './mcpConfig';
import { readMcpEntry, type McpEntry } from './mcpFile';
import { bearerOf } from './mcpServerTemplate';
import { savedEntries, type SavedEntry } from '../settings/savedMcp';

/** The servers of a request, merged with those saved on the service. */
export interface MergedMcp {
  readonly config: McpConfig | undefined;
  /** Number of saved servers that were added; the request's own aren't counted. */
  readonly added: number;
  /** Number of saved servers that couldn't be used: unreadable, or with secrets hidden by the service. */
  readonly leftOut: number;
  /** Members of the added servers for which a request has no field. */
  readonly without: readonly { readonly server: string; readonly members: readonly string[] }[];
  /** The request's own servers that got the key, or the variables, saved for exactly the same server. */
  readonly completed: readonly string[];
}

/**
 * @param own the request's servers; they replace saved ones of the same name or URL, but use their secrets if they have
 * none
 * @param saved `mcp_config` of the settings as the service returned it
 */
export function mergeMcp(own: McpConfig | undefined, saved: unknown): MergedMcp {
  const theirs = savedEntries(saved).map(savedServer);
  const fit = theirs.filter((found) => found !== undefined);
  const ours = serversOf(own).map((server) => ({ server, whole: withSavedSecrets(server, fit) }));
  const taken = new Set(ours.map(({ server }) => identity(server)));
  const added = fit.filter(({ server }) => {
    const isNew = !taken.has(identity(server));
    taken.add(identity(server));
    return isNew;
  });
  return {
    config: mcpConfigOf([...ours.map(({ whole }) => whole), ...added.map(({ server }) => server)]),
    added: added.length,
    leftOut: theirs.length - fit.length,
    without: added
      .filter(({ without }) => without.length > 0)
      .map(({ server, without }) => ({ server: label(server), members: without })),
    completed: ours.filter(({ server, whole }) => server !== whole).map(({ server }) => label(server)),
  };
}

interface SavedServer {
  readonly server: McpServer;
  /** Names of members for which a request has no field. */
  readonly without: readonly string[];
}

/** Secrets are sent only to the destination they were saved for: the same URL, or the same command. */
function withSavedSecrets(own: McpServer, saved: readonly SavedServer[]): McpServer {
  const matching = saved.map(({ server }) => server).filter((server) => identity(server) === identity(own));
  if (own.kind === 'stdio') {
    const runOf = ({ command, args = [] }: McpStdioServer) => JSON.stringify([command, args]);
    const [same] = matching.flatMap(({ kind, server }) =>
      kind === 'stdio' && runOf(server) === runOf(own.server) && server.env ? [server.env] : [],
    );
    const hasOwn = Object.keys(own.server.env ?? {}).length > 0;
    return same && !hasOwn ? { ...own, server: { ...own.server, env: same } } : own;
  }
  const [key] = matching.flatMap(({ kind, server }) => (kind === 'stdio' ? [] : (server.api_key ?? [])));
  return key !== undefined && !own.server.api_key ? { ...own, server: { ...own.server, api_key: key } } : own;
}

function label({ kind, server }: McpServer): string {
  return kind === 'stdio' ? server.name : new URL(server.url).host;
}

function identity({ kind, server }: McpServer): string {
  return kind === 'stdio' ? `name ${server.name}` : `url ${server.url}`;
}

function savedServer({ kind, name, entry: saved }: SavedEntry): SavedServer | undefined {
  const entry = typeof saved === 'string' ? { url: saved } : saved;
  if (!isRecord(entry)) return undefined;
  const { args, env } = entry;
  const key = keyMembers.map((member) => entry[member]).find(isText);
  const read = readMcpEntry(
    typeof entry['name'] === 'string' ? entry['name'] : name,
    {
      ...entry,
      ...(kind && { type: kind }),
      ...(key !== undefined && { headers: { Authorization: `Bearer ${key.trim()}`, ...headersOf(entry) } }),
      ...(typeof args === 'string' && { args: args.match(/"[^"]*"|'[^']*'|[^\s"']+/g)?.map(withoutQuotes) ?? [] }),
      ...(typeof env === 'string' && { env: assignmentsIn(env) }),
    },
    'saved',
  );
  const resolution = resolveCandidate(mcpCandidate(read, new Map()), new Map());
  if (resolution.kind !== 'resolved' || isHidden(resolution.server)) return undefined;
  return { server: resolution.server, without: omittedMembers(entry, read) };
}

/** True if the service returned placeholders for secrets. */
function isHidden({ kind, server }: McpServer): boolean {
  const values =
    kind === 'stdio' ? [...(server.args ?? []), ...Object.values(server.env ?? {})] : [server.api_key ?? ''];
  return values.some((value) => isPlaceholder(value.trim()));
}

function headersOf({ headers }: Readonly<Record<string, unknown>>): object {
  return isRecord(headers) ? headers : {};
}

const keyMembers = ['api_key', 'auth'] as const;

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** Members that have a value but aren't sent. */
function omittedMembers(
  entry: Readonly<Record<string, unknown>>,
  { type, others, disabled, envFile, headers }: McpEntry,
): string[] {
  const isKey = (member: string) => keyMembers.some((key) => key === member) && typeof entry[member] === 'string';
  const bearer = type === 'stdio' ? -1 : headers.findIndex(([name, value]) => bearerOf(name, value) !== undefined);
  return [
    ...others.filter((member) => entry[member] !== null && !isKey(member)),
    ...(disabled ? ['disabled'] : []),
    ...(envFile === undefined ? [] : ['envFile']),
    ...headers.filter((_, index) => index !== bearer).map(([name]) => name),
  ];
}

function withoutQuotes(argument: string): string {
  return argument.replace(/^(["'])(.*)\1$/s, '$2');
}

/** `A=1,B=2` */
function assignmentsIn(text: string): Record<string, string> {
  const pairs = text.split(',').flatMap((pair): (readonly [string, string])[] => {
    const at = pair.indexOf('=');
    return at <= 0 ? [] : [[pair.slice(0, at).trim(), pair.slice(at + 1).trim()]];
  });
  return Object.fromEntries(pairs);
}
