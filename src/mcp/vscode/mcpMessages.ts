import { l10n } from 'vscode';
import type { McpBlocker } from '../common/mcpBlocker';
import type { McpLimitation } from '../common/mcpLimitation';
import type { FoundMcpFile, FoundMcpServer } from '../common/mcpServers';
import type { McpCandidate } from '../common/mcpCandidate';
import type { McpChange } from '../common/mcpParts';
import { receiptsOf } from '../common/candidateSummary';

/** Why a server cannot go along, in a sentence about it, without its full stop. */
export function mcpBlockerMessage(blocker: McpBlocker): string {
  switch (blocker.kind) {
    case 'empty':
      return l10n.t('It has neither a command nor an address');
    case 'unknownType':
      return l10n.t('Servers of the type "{0}" have no place in a request', blocker.type);
    case 'damaged':
      return l10n.t('"{0}" cannot be read', blocker.member);
    case 'machineVariable':
      return l10n.t('{0} means something on this machine alone', blocker.variable);
    case 'commandInput':
      return l10n.t('The input "{0}" comes from a command of this editor', blocker.id);
    case 'unknownInput':
      return l10n.t('Its file has no input "{0}"', blocker.id);
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
export function mcpLimitationMessage(limitation: McpLimitation): string {
  switch (limitation.kind) {
    case 'renamed':
      return l10n.t('It goes as "{0}"', limitation.to);
    case 'headers':
      return l10n.t('It goes without its headers: {0}', limitation.names.join(', '));
    case 'members':
      return l10n.t('It goes without its settings: {0}', limitation.names.join(', '));
    case 'envFileUnreadable':
      return l10n.t('It goes without the variables of {0}, which cannot be read', limitation.path);
    case 'loopback':
      return l10n.t("Its address leads to the agent's own machine, not to this one");
    case 'command':
      return l10n.t('"{0}" has to exist where the agent works', limitation.command);
    case 'disabled':
      return l10n.t('It is switched off in its file');
  }
}

/** Where servers come from, as a heading. */
export function mcpFileLabel({ origin, path }: FoundMcpFile): string {
  return origin === 'user' ? l10n.t('Your own ({0})', path) : path;
}

/** What is wrong with a file, in a sentence without its full stop; `undefined` when nothing is. */
export function mcpProblemMessage({ problem, damaged }: FoundMcpFile): string | undefined {
  if (problem === 'unreadable') return l10n.t('The file cannot be read');
  if (problem === 'outside') return l10n.t('The file is a link that leads out of the workspace');
  if (problem === 'notJson') return l10n.t('The file is no JSON');
  if (damaged.length === 0) return undefined;
  if (damaged.includes('')) return l10n.t('The file is no list of MCP servers');
  return l10n.t('These parts of it cannot be read: {0}', damaged.join(', '));
}

/** What is different about a server that was ticked, without its full stop; `undefined` when nothing is. */
export function mcpChangeMessage({ changed, changes }: FoundMcpServer): string | undefined {
  if (!changed) return undefined;
  if (changes.length === 0) return l10n.t("What it was when you ticked it isn't known");
  return l10n.t('Changed since you ticked it: {0}', changes.map(partLabel).join(', '));
}

function partLabel({ kind, part, leadsTo }: McpChange): string {
  switch (kind) {
    case 'removed':
      return l10n.t({ message: '{0} (removed)', args: [part], comment: '{0} is part of a server, such as env.TOKEN' });
    case 'added':
    case 'changed':
      if (leadsTo !== undefined) {
        return l10n.t({
          message: '{0} (now {1})',
          args: [part, leadsTo],
          comment: '{0} is part of a server, such as url; {1} is an address',
        });
      }
      return kind === 'changed'
        ? part
        : l10n.t({ message: '{0} (new)', args: [part], comment: '{0} is part of a server, such as env.TOKEN' });
  }
}

/** What a server is given of what was answered, and where that goes, without its full stop; `undefined` for nothing. */
export function mcpReceiptMessage(candidate: McpCandidate): string | undefined {
  const receipts = receiptsOf(candidate);
  if (!receipts) return undefined;
  const { to, inputs, variables, envFile } = receipts;
  const given = [
    ...inputs.map((id) =>
      l10n.t({ message: 'input {0}', args: [id], comment: 'Something that was asked for, by its id' }),
    ),
    ...variables.map((name) => l10n.t({ message: 'variable {0}', args: [name], comment: 'Of the environment' })),
    ...(envFile?.names ?? []).map((name) => l10n.t('variable {0} from {1}', name, envFile?.path ?? '')),
  ];
  return l10n.t({
    message: '{0} receives {1}',
    args: [to, given.join(', ')],
    comment: '{0} is a host or a command, {1} a list such as "input token, variable HOME"',
  });
}
