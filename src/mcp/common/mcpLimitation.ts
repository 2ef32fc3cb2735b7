import { differsByMachine } from '../../client/common/serviceUrl';
import type { McpEntry } from './mcpFile';
import { bearerOf, type McpServerTemplate, serverNameFor } from './mcpServerTemplate';
import { isUrl } from '../../base/common/url';

/** What of a server stays behind, or is different where the agent works. */
export type McpLimitation =
  /** It goes under another name: servers take letters, digits, `_` and `-`. */
  | { readonly kind: 'renamed'; readonly to: string }
  | { readonly kind: 'headers'; readonly names: readonly string[] }
  | { readonly kind: 'members'; readonly names: readonly string[] }
  | { readonly kind: 'envFileUnreadable'; readonly path: string }
  /** The address leads to the machine that the agent works on, not to this one. */
  | { readonly kind: 'loopback' }
  /** The command has to exist where the agent works. */
  | { readonly kind: 'command'; readonly command: string }
  /** Switched off in its file. */
  | { readonly kind: 'disabled' };

/** Whether the server will lack something. The rest is true of most servers, or somebody's choice. */
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
