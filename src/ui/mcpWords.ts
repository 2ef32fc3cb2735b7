import { l10n } from 'vscode';
import type { McpBlock } from '../domain/mcp/mcpBlock';
import type { McpLoss } from '../domain/mcp/mcpLoss';
import type { FoundMcpFile } from '../domain/mcp/mcpServers';

/** Why a server cannot go along, in half a sentence. */
export function mcpBlockWords(block: McpBlock): string {
  switch (block.kind) {
    case 'empty':
      return l10n.t('it has neither a command nor an address');
    case 'unknownType':
      return l10n.t('servers of the type "{0}" have no place in a request', block.type);
    case 'damaged':
      return l10n.t('"{0}" cannot be read', block.member);
    case 'machineVariable':
      return l10n.t('{0} means something on this machine alone', block.variable);
    case 'commandInput':
      return l10n.t('the input "{0}" comes from a command of this editor', block.id);
    case 'unknownInput':
      return l10n.t('its file has no input "{0}"', block.id);
    case 'noCommand':
      return l10n.t('it has no command');
    case 'commandWithSpaces':
      return l10n.t('services take a command without spaces: the rest belongs to its arguments');
    case 'noUrl':
      return l10n.t('it has no address');
    case 'socket':
      return l10n.t('a socket or pipe cannot be reached from another machine');
    case 'badUrl':
      return l10n.t('services take addresses that begin with http, https, ws or wss and name a host');
  }
}

/** What of a server stays behind or is different where the agent works, in half a sentence. */
export function mcpLossWords(loss: McpLoss): string {
  switch (loss.kind) {
    case 'renamed':
      return l10n.t('goes as "{0}"', loss.to);
    case 'headers':
      return l10n.t('without its headers {0}', loss.names.join(', '));
    case 'members':
      return l10n.t('without {0}', loss.names.join(', '));
    case 'envFileUnreadable':
      return l10n.t('{0} cannot be read', loss.path);
    case 'loopback':
      return l10n.t("leads to the agent's own machine, not to this one");
    case 'command':
      return l10n.t('"{0}" has to exist where the agent works', loss.command);
    case 'disabled':
      return l10n.t('switched off in its file');
  }
}

/** Where servers come from, as a heading. */
export function mcpFileWords({ origin, path }: FoundMcpFile): string {
  return origin === 'user' ? l10n.t('Your own ({0})', path) : path;
}

/** What is wrong with a file, in half a sentence; `undefined` when nothing is. */
export function mcpProblemWords({ problem, damaged }: FoundMcpFile): string | undefined {
  if (problem === 'unreadable') return l10n.t('The file cannot be read');
  if (problem === 'notJson') return l10n.t('The file is no JSON');
  if (damaged.length === 0) return undefined;
  const parts = damaged.map((path) => path || l10n.t('the whole')).join(', ');
  return l10n.t('These parts of it cannot be read: {0}', parts);
}
