import { isUrl, urlOf } from '../base/url';
import type { McpServer } from '../client/records';
import { differsByMachine } from '../client/serviceUrl';
import type { EnvFile, McpEntry, McpInputs } from './mcpFile';
import { type McpVariable, withVariables } from './mcpVariables';

/** A reason why a server can't be sent. */
export type McpBlocker =
  | { readonly kind: 'unknownType'; readonly type: string }
  | { readonly kind: 'damaged'; readonly member: string }
  /** A variable like `${workspaceFolder}`, which only has a meaning on this machine. */
  | { readonly kind: 'machineVariable'; readonly variable: string }
  /** A command of VS Code would have to provide the answer. */
  | { readonly kind: 'commandInput'; readonly id: string }
  | { readonly kind: 'unknownInput'; readonly id: string }
  | { readonly kind: McpRefusal };

/** Values that services reject. `empty` means that there is neither a command nor a URL. */
type McpRefusal = 'empty' | 'commandWithSpaces' | 'badUrl' | 'unclearUrl';

export function blockersOf(
  entry: McpEntry,
  server: McpServer | undefined,
  variables: readonly McpVariable[],
  inputs: McpInputs,
): readonly McpBlocker[] {
  const damaged = entry.damaged.map((member) => ({ kind: 'damaged', member }) as const);
  if (damaged.length > 0) return damaged;
  if (!server) return [entry.type === undefined ? { kind: 'empty' } : { kind: 'unknownType', type: entry.type }];
  const refusal = refusalBeforeAnswers(entry, server);
  return [
    ...variables.flatMap((variable) => variableBlocker(variable, inputs)),
    ...(refusal ? [{ kind: refusal }] : []),
  ];
}

/** The refusal of a server before its questions are answered. Uses "1" as the answers: valid in a host, port and path. */
function refusalBeforeAnswers({ command, url, dialect }: McpEntry, { kind }: McpServer): McpRefusal | undefined {
  const text = withVariables(kind === 'stdio' ? command : url, dialect, () => '1');
  if (kind === 'stdio') return commandBlocker(text);
  // A URL that begins with an answer can't be judged yet.
  return url.startsWith('$') && text.startsWith('1') ? undefined : urlBlocker(text);
}

function variableBlocker(variable: McpVariable, inputs: McpInputs): McpBlocker[] {
  if (variable.kind === 'env') return [];
  if (variable.kind === 'machine') return [{ kind: 'machineVariable', variable: variable.written }];
  const { id } = variable;
  const input = inputs.get(id);
  if (!input) return [{ kind: 'unknownInput', id }];
  return input.kind === 'command' ? [{ kind: 'commandInput', id }] : [];
}

/** The reason why services reject an MCP server, once its variables are filled in. */
export function refusalOf({ kind, server }: McpServer): McpRefusal | undefined {
  return kind === 'stdio' ? commandBlocker(server.command) : urlBlocker(server.url);
}

/** Services only accept an executable without arguments. */
function commandBlocker(command: string): McpRefusal | undefined {
  if (command === '') return 'empty';
  return /\s/.test(command) ? 'commandWithSpaces' : undefined;
}

/** Services only accept http, https, ws and wss. */
function urlBlocker(url: string): McpRefusal | undefined {
  if (!/^(?:https?|wss?):\/\/[^\s/?#]/i.test(url) || !isUrl(url)) return 'badUrl';
  // Programs disagree about the host of such a URL, so a key might be sent to another host than the one that is shown.
  return /[\s\\\p{Cc}\p{Cf}]|^[a-z]+:\/\/[^/?#]*@/iu.test(url) ? 'unclearUrl' : undefined;
}

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
    // `http://localhost:${input:port}` only becomes a valid URL once its variable is removed.
    const { hostname } = urlOf(withVariables(sent.server.url, entry.dialect, () => '')) ?? {};
    if (hostname !== undefined && differsByMachine(hostname)) limitations.push({ kind: 'loopback' });
    if (entry.envFile !== '') members.push('envFile');
  }
  if (entry.headers.length > 0) limitations.push({ kind: 'headers', names: entry.headers });
  if (members.length > 0) limitations.push({ kind: 'members', names: members });
  if (entry.disabled) limitations.push({ kind: 'disabled' });
  return limitations;
}
