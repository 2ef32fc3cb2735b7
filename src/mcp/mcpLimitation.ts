import { urlOf } from '../base/url';
import type { McpServer } from '../client/records';
import { differsByMachine } from '../client/serviceUrl';
import type { EnvFile, McpEntry } from './mcpFile';
import { withVariables } from './mcpVariables';

/** A part of a server that isn't sent, or that is different on the agent's machine. */
export type McpLimitation =
  /** It's sent under another name, because services only accept letters, digits, `_` and `-`. */
  | { readonly kind: 'renamed'; readonly to: string }
  | { readonly kind: 'headers'; readonly names: readonly string[] }
  | { readonly kind: 'members'; readonly names: readonly string[] }
  | { readonly kind: 'envFileUnreadable'; readonly path: string }
  /** On the agent's machine, the URL means that machine. */
  | { readonly kind: 'loopback' }
  /** The command must exist on the agent's machine. */
  | { readonly kind: 'command'; readonly command: string }
  | { readonly kind: 'disabled' };

/** True if something of the server is lost. The other limitations apply to most servers, or are the user's choice. */
export function isLoss({ kind }: McpLimitation): boolean {
  return kind !== 'renamed' && kind !== 'command' && kind !== 'disabled';
}

export function limitationsOf(
  entry: McpEntry,
  sent: McpServer | undefined,
  envFile: EnvFile | undefined,
): readonly McpLimitation[] {
  if (!sent) return [];
  const limitations: McpLimitation[] = [];
  const members = [...entry.unsupportedMembers];
  if (sent.kind === 'stdio') {
    const { name: to, command } = sent.server;
    if (to !== entry.name) limitations.push({ kind: 'renamed', to });
    if (command !== '') limitations.push({ kind: 'command', command });
    if (envFile && !envFile.variables) limitations.push({ kind: 'envFileUnreadable', path: envFile.path });
  } else {
    // `http://localhost:${input:port}` is only a URL without its variable.
    const { hostname } = urlOf(withVariables(sent.server.url, entry.dialect, () => '')) ?? {};
    if (hostname !== undefined && differsByMachine(hostname)) limitations.push({ kind: 'loopback' });
    if (entry.envFile !== '') members.push('envFile');
  }
  if (entry.headers.length > 0) limitations.push({ kind: 'headers', names: entry.headers });
  if (members.length > 0) limitations.push({ kind: 'members', names: members });
  if (entry.disabled) limitations.push({ kind: 'disabled' });
  return limitations;
}
