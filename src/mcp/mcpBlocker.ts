import type { McpEntry } from './mcpFile';
import type { McpInputs } from './mcpInput';
import { templatesOf, type McpServerTemplate, type McpTemplate } from './mcpServerTemplate';
import { isUrl } from '../base/url';

/** Reason why a server can't be sent with a request. */
export type McpBlocker =
  /** Neither a command nor a URL. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'unknownType'; readonly type: string }
  | { readonly kind: 'damaged'; readonly member: string }
  /** `${workspaceFolder}` and the like, which are meaningful on this machine only. */
  | { readonly kind: 'machineVariable'; readonly variable: string }
  /** The answer would come from a command of this editor. */
  | { readonly kind: 'commandInput'; readonly id: string }
  | { readonly kind: 'unknownInput'; readonly id: string }
  | { readonly kind: McpRefusal };

/** Values that servers reject and that aren't sent to them. */
export type McpRefusal = 'noCommand' | 'commandWithSpaces' | 'noUrl' | 'socket' | 'badUrl' | 'unclearUrl';

export function blockersOf(
  entry: McpEntry,
  server: McpServerTemplate | undefined,
  inputs: McpInputs,
): readonly McpBlocker[] {
  const damaged = entry.damaged.map((member) => ({ kind: 'damaged', member }) as const);
  if (damaged.length > 0) return damaged;
  if (!server) return [entry.type === undefined ? { kind: 'empty' } : { kind: 'unknownType', type: entry.type }];
  const refused = server.kind === 'stdio' ? commandBlocker(withStandIns(server.command)) : templateBlocker(server.url);
  return [...variableBlockers(templatesOf(server), inputs), ...(refused ? [{ kind: refused }] : [])];
}

/** A URL that begins with an answer can be anything until then. */
function templateBlocker(url: McpTemplate): McpRefusal | undefined {
  const [first = ''] = url.pieces;
  return typeof first === 'string' ? urlBlocker(withStandIns(url)) : undefined;
}

/** The text with a placeholder for each answer that is valid in a host, a port and a path. */
function withStandIns({ pieces }: McpTemplate): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : '1')).join('');
}

function variableBlockers(templates: readonly McpTemplate[], inputs: McpInputs): McpBlocker[] {
  const blockers = new Map<string, McpBlocker>();
  for (const piece of templates.flatMap(({ pieces }) => pieces)) {
    if (typeof piece === 'string' || piece.kind === 'env') continue;
    if (piece.kind === 'machine') {
      blockers.set(piece.variable, { kind: 'machineVariable', variable: piece.variable });
      continue;
    }
    const input = inputs.get(piece.id);
    if (!input) blockers.set(`input ${piece.id}`, { kind: 'unknownInput', id: piece.id });
    else if (input.kind === 'command') blockers.set(`input ${piece.id}`, { kind: 'commandInput', id: piece.id });
  }
  return [...blockers.values()];
}

/** Reason why servers reject a command: it must be one executable without arguments. */
export function commandBlocker(command: string): McpRefusal | undefined {
  if (command.trim() === '') return 'noCommand';
  return /\s/.test(command.trim()) ? 'commandWithSpaces' : undefined;
}

/** Reason why servers reject a URL: it must have http, https, ws or wss, and a host. */
export function urlBlocker(url: string): McpRefusal | undefined {
  if (url.trim() === '') return 'noUrl';
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(url.trim())?.[1]?.toLowerCase() ?? '';
  if (['unix', 'pipe'].includes(scheme)) return 'socket';
  if (!/^(?:https?|wss?):\/\/[^\s/?#]/i.test(url.trim()) || !isUrl(url)) return 'badUrl';
  // Programs disagree about the host of such a URL: a key might be sent to another host than the one shown.
  return /[\s\\\p{Cc}\p{Cf}]|^[a-z]+:\/\/[^/?#]*@/iu.test(url.trim()) ? 'unclearUrl' : undefined;
}
