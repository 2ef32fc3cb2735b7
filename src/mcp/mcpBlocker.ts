import { isUrl } from '../base/url';
import type { McpServer } from '../client/records';
import type { McpEntry, McpInputs } from './mcpFile';
import { withVariables, type McpVariable } from './mcpVariables';

export type McpBlocker =
  | { readonly kind: 'unknownType'; readonly type: string }
  | { readonly kind: 'damaged'; readonly member: string }
  /** `${workspaceFolder}` and the like, which are meaningful on this machine only. */
  | { readonly kind: 'machineVariable'; readonly variable: string }
  /** The answer would come from a command of this editor. */
  | { readonly kind: 'commandInput'; readonly id: string }
  | { readonly kind: 'unknownInput'; readonly id: string }
  | { readonly kind: McpRefusal };

/** Values that servers reject and that aren't sent to them. `empty`: neither a command nor a URL. */
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
  const refusal = refusalBefore(entry, server);
  return [
    ...variables.flatMap((variable) => variableBlocker(variable, inputs)),
    ...(refusal ? [{ kind: refusal }] : []),
  ];
}

/** Reason to reject a server before its answers are known. Their placeholder is valid in a host, a port and a path. */
function refusalBefore({ command, url, dialect }: McpEntry, { kind }: McpServer): McpRefusal | undefined {
  const text = withVariables(kind === 'stdio' ? command : url, dialect, () => '1');
  if (kind === 'stdio') return commandBlocker(text);
  // A URL that begins with an answer can be anything until then.
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

/** Reason why services reject an MCP server whose variables are filled in. */
export function refusalOf({ kind, server }: McpServer): McpRefusal | undefined {
  return kind === 'stdio' ? commandBlocker(server.command) : urlBlocker(server.url);
}

/** Reason why servers reject a command: it must be one executable without arguments. */
function commandBlocker(command: string): McpRefusal | undefined {
  if (command === '') return 'empty';
  return /\s/.test(command) ? 'commandWithSpaces' : undefined;
}

/** Reason why servers reject a URL: it must have http, https, ws or wss, and a host. */
function urlBlocker(url: string): McpRefusal | undefined {
  if (!/^(?:https?|wss?):\/\/[^\s/?#]/i.test(url) || !isUrl(url)) return 'badUrl';
  // Programs disagree about the host of such a URL: a key might be sent to another host than the one shown.
  return /[\s\\\p{Cc}\p{Cf}]|^[a-z]+:\/\/[^/?#]*@/iu.test(url) ? 'unclearUrl' : undefined;
}
