import { l10n } from 'vscode';
import type { McpBlock } from '../common/mcpBlock';
import type { McpLoss } from '../common/mcpLoss';
import type { FoundMcpFile } from '../common/mcpServers';

/** Why a server cannot go along, in a sentence about it, without its full stop. */
export function mcpBlockWords(block: McpBlock): string {
  switch (block.kind) {
    case 'empty':
      return l10n.t('It has neither a command nor an address');
    case 'unknownType':
      return l10n.t('Servers of the type "{0}" have no place in a request', block.type);
    case 'damaged':
      return l10n.t('"{0}" cannot be read', block.member);
    case 'machineVariable':
      return l10n.t('{0} means something on this machine alone', block.variable);
    case 'commandInput':
      return l10n.t('The input "{0}" comes from a command of this editor', block.id);
    case 'unknownInput':
      return l10n.t('Its file has no input "{0}"', block.id);
    case 'noCommand':
      return l10n.t('It has no command');
    case 'commandWithSpaces':
      return l10n.t('Services take a command without spaces: the rest belongs to its arguments');
    case 'noUrl':
      return l10n.t('It has no address');
    case 'socket':
      return l10n.t('A socket or pipe cannot be reached from another machine');
    case 'badUrl':
      return l10n.t('Services take addresses that begin with http, https, ws or wss and name a host');
  }
}

/** What of a server stays behind or is different where the agent works, in a sentence about it, without its full stop. */
export function mcpLossWords(loss: McpLoss): string {
  switch (loss.kind) {
    case 'renamed':
      return l10n.t('It goes as "{0}"', loss.to);
    case 'headers':
      return l10n.t('It goes without its headers: {0}', loss.names.join(', '));
    case 'members':
      return l10n.t('It goes without its settings: {0}', loss.names.join(', '));
    case 'envFileUnreadable':
      return l10n.t('It goes without the variables of {0}, which cannot be read', loss.path);
    case 'loopback':
      return l10n.t("Its address leads to the agent's own machine, not to this one");
    case 'command':
      return l10n.t('"{0}" has to exist where the agent works', loss.command);
    case 'disabled':
      return l10n.t('It is switched off in its file');
  }
}

/** Where servers come from, as a heading. */
export function mcpFileWords({ origin, path }: FoundMcpFile): string {
  return origin === 'user' ? l10n.t('Your own ({0})', path) : path;
}

/** What is wrong with a file, in a sentence without its full stop; `undefined` when nothing is. */
export function mcpProblemWords({ problem, damaged }: FoundMcpFile): string | undefined {
  if (problem === 'unreadable') return l10n.t('The file cannot be read');
  if (problem === 'outside') return l10n.t('The file is a link that leads out of the workspace');
  if (problem === 'notJson') return l10n.t('The file is no JSON');
  if (damaged.length === 0) return undefined;
  if (damaged.includes('')) return l10n.t('The file is no list of MCP servers');
  return l10n.t('These parts of it cannot be read: {0}', damaged.join(', '));
}
