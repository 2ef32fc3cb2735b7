import { differsByMachine } from '../client/serviceUrl';
import type { McpEntry } from './mcpFile';
import { bearerOf, type McpServerTemplate, serverNameFor } from './mcpServerTemplate';
import { isUrl } from '../base/url';

/** A part of a server that isn't sent, or that is different on the agent's machine. */
export type McpLimitation =
  /** It is sent under another name: servers accept letters, digits, `_` and `-`. */
  | { readonly kind: 'renamed'; readonly to: string }
  | { readonly kind: 'headers'; readonly names: readonly string[] }
  | { readonly kind: 'members'; readonly names: readonly string[] }
  | { readonly kind: 'envFileUnreadable'; readonly path: string }
  /** The URL leads to the agent's machine, not to this one. */
  | { readonly kind: 'loopback' }
  /** The command must exist on the agent's machine. */
  | { readonly kind: 'command'; readonly command: string }
  | { readonly kind: 'disabled' };

/** True if the server will lack something. The other limitations apply to most servers, or are the user's choice. */
export function isMissed({ kind }: McpLimitation): boolean {
  return kind !== 'renamed' && kind !== 'command' && kind !== 'disabled';
}

export function limitationsOf(entry: McpEntry, server: McpServerTemplate | undefined): readonly McpLimitation[] {
  if (!server) return [];
  const limitations: McpLimitation[] = [];
  let headers = entry.headers.map(([name]) => name);
  if (server.kind === 'stdio') {
    const to = serverNameFor(entry.name);
    if (to !== entry.name) limitations.push({ kind: 'renamed', to });
    if (server.command.source !== '') limitations.push({ kind: 'command', command: server.command.source });
    const { envFile } = server;
    if (envFile && !envFile.variables) limitations.push({ kind: 'envFileUnreadable', path: envFile.path });
  } else {
    if (leadsToMachine(server.url.source)) limitations.push({ kind: 'loopback' });
    const bearer = entry.headers.findIndex(([name, value]) => bearerOf(name, value) !== undefined);
    headers = headers.filter((_, index) => index !== bearer);
  }
  if (headers.length > 0) limitations.push({ kind: 'headers', names: headers });
  const members = [...entry.others, ...(server.kind !== 'stdio' && entry.envFile !== undefined ? ['envFile'] : [])];
  if (members.length > 0) limitations.push({ kind: 'members', names: members });
  if (entry.disabled) limitations.push({ kind: 'disabled' });
  return limitations;
}

function leadsToMachine(url: string): boolean {
  return isUrl(url) && differsByMachine(new URL(url).hostname);
}
