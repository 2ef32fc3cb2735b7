import { isRecord } from '../isRecord';
import type { McpConfig } from '../records';
import { commandBlock, urlBlock } from './mcpBlock';
import { mcpConfigOf } from './mcpConfigOf';
import { readMcpEntry } from './mcpFile';
import { bearerOf } from './mcpServerTemplate';
import type { McpServer } from './resolveOffer';
import { savedEntries, type SavedEntry } from './savedMcp';
import { serverNameFor } from './serverNameFor';
import { serversOf } from './serversOf';

/** The servers of a request together with those that the service has saved. */
export interface MergedMcp {
  readonly config: McpConfig | undefined;
  /** How many of the saved ones it has; what the request names itself is not counted. */
  readonly added: number;
  /** How many could not be taken over: not to be read, or their secrets hidden by the service. */
  readonly leftOut: number;
}

/**
 * @param own what the request has; a saved server of the same name or address gives way to it
 * @param saved `mcp_config` of the settings as the service returned it
 */
export function mergeMcp(own: McpConfig | undefined, saved: unknown): MergedMcp {
  const ours = serversOf(own);
  const taken = new Set(ours.map(identity));
  const theirs = savedEntries(saved).map(savedServer);
  const fit = theirs.filter((server) => server !== undefined);
  const added = fit.filter((server) => {
    const isNew = !taken.has(identity(server));
    taken.add(identity(server));
    return isNew;
  });
  return {
    config: mcpConfigOf([...ours, ...added]),
    added: added.length,
    leftOut: theirs.length - fit.length,
  };
}

function identity({ kind, server }: McpServer): string {
  return kind === 'stdio' ? `name ${server.name}` : `url ${server.url}`;
}

function savedServer({ kind, name, entry: saved }: SavedEntry): McpServer | undefined {
  const entry = typeof saved === 'string' ? { url: saved } : saved;
  if (!isRecord(entry)) return undefined;
  const { args, env } = entry;
  const read = readMcpEntry(
    typeof entry['name'] === 'string' ? entry['name'] : name,
    {
      ...entry,
      ...(typeof args === 'string' && { args: args.match(/"[^"]*"|'[^']*'|[^\s"']+/g)?.map(withoutQuotes) ?? [] }),
      ...(typeof env === 'string' && { env: assignmentsIn(env) }),
    },
    'servers',
  );
  if (read.damaged.length > 0) return undefined;
  const found = kind ?? read.type;
  if (found === 'stdio') {
    const command = read.command.trim();
    const hidden = [...read.args, ...read.env.map(([, value]) => value)].some(isHidden);
    if (commandBlock(command) !== undefined || hidden) return undefined;
    const server = {
      name: serverNameFor(read.name),
      command,
      ...(read.args.length > 0 && { args: read.args }),
      ...(read.env.length > 0 && { env: Object.fromEntries(read.env) }),
    };
    return { kind: found, server };
  }
  const url = read.url.trim();
  if ((found !== 'http' && found !== 'sse') || urlBlock(url) !== undefined) return undefined;
  const key = keyOf(entry, read.headers);
  return isHidden(key) ? undefined : { kind: found, server: { url, ...(key !== '' && { api_key: key }) } };
}

function keyOf(
  entry: Readonly<Record<string, unknown>>,
  headers: readonly (readonly [name: string, value: string])[],
): string {
  const said = [entry['api_key'], entry['auth']].find((key) => typeof key === 'string' && key.trim() !== '');
  return typeof said === 'string' ? said.trim() : (headers.map((header) => bearerOf(...header)).find(Boolean) ?? '');
}

/** What a service shows in place of a secret is none. */
function isHidden(value: string): boolean {
  return /^(?:[*•]+|<[^<>]*(?:hidden|redacted|secret)[^<>]*>|\[redacted\])$/i.test(value.trim());
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
