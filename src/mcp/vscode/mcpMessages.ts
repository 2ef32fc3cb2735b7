import { l10n } from 'vscode';
import type { McpBlocker, McpLimitation } from '../mcpProblems';
import type { FoundMcpFile, FoundMcpServer } from '../mcpSelection';
import type { McpCandidate, McpQuestion } from '../mcpCandidate';
import { recipientsOf } from '../candidateSummary';

/** The reason why a server can't be sent, as a sentence without its period. */
export function mcpBlockerMessage(blocker: McpBlocker): string {
  switch (blocker.kind) {
    case 'empty':
      return l10n.t('No command or URL');
    case 'unknownType':
      return l10n.t('Requests can\'t contain servers of type "{0}"', blocker.type);
    case 'damaged':
      return l10n.t('"{0}" can\'t be read', blocker.member);
    case 'machineVariable':
      return l10n.t('{0} only works on this machine', blocker.variable);
    case 'commandInput':
      return l10n.t('Input "{0}" comes from a command in this editor', blocker.id);
    case 'unknownInput':
      return l10n.t('Input "{0}" isn\'t defined in its file', blocker.id);
    case 'commandWithSpaces':
      return l10n.t('Services require a command without spaces: move the rest to its arguments');
    case 'badUrl':
      return l10n.t('Services require a URL that starts with http, https, ws, or wss and has a host');
    case 'unclearUrl':
      return l10n.t("URLs with spaces, backslashes, invisible characters, or a username aren't sent");
  }
}

/** A limitation of a server, as a sentence without its period. */
export function mcpLimitationMessage(limitation: McpLimitation): string {
  switch (limitation.kind) {
    case 'renamed':
      return l10n.t('Sent as "{0}"', limitation.to);
    case 'headers':
      return l10n.t('Headers not sent: {0}', limitation.names.join(', '));
    case 'members':
      return l10n.t('Not sent: {0}', limitation.names.join(', '));
    case 'envFileUnreadable':
      return l10n.t("Variables not sent, because {0} can't be read", limitation.path);
    case 'loopback':
      return l10n.t("The URL points to the agent's machine, not to this one");
    case 'command':
      return l10n.t('Requires "{0}" in the agent\'s environment', limitation.command);
    case 'disabled':
      return l10n.t('Disabled in its file');
  }
}

export function mcpFileLabel({ origin, path }: FoundMcpFile): string {
  return origin === 'user' ? l10n.t('User ({0})', path) : path;
}

/** The problem with a file, as a sentence without its period; `undefined` if there is none. */
export function mcpProblemMessage({ origin, problem, damaged, servers }: FoundMcpFile): string | undefined {
  if (problem === 'unreadable') return l10n.t("The file can't be read");
  if (problem === 'outside') return l10n.t('The file is a symbolic link that points outside the workspace');
  if (problem === 'notJson') return l10n.t("The file isn't valid JSON");
  if (damaged.length === 0) {
    // Not worth a message for a usual file, since editors create empty ones.
    return origin === 'chosen' && servers.length === 0 ? l10n.t('The file has no MCP servers') : undefined;
  }
  if (damaged.includes('')) return l10n.t("The file isn't a list of MCP servers");
  return l10n.t("Some parts can't be read: {0}", damaged.join(', '));
}

/** Says that a selected server has changed, without its period; `undefined` if it hasn't. */
export function mcpChangeMessage({ changed, before }: FoundMcpServer): string | undefined {
  if (!changed) return undefined;
  return before === undefined
    ? l10n.t('Changed since you selected it')
    : l10n.t('Changed since you selected it: was {0}', before);
}

/** Says who receives which answers, as a sentence without its period; `undefined` if there are none. */
export function mcpReceiptMessage({ server, questions }: McpCandidate): string | undefined {
  if (!server || questions.length === 0) return undefined;
  return l10n.t({
    message: '{0} receives {1}',
    args: [recipientsOf(server).join(', '), questions.flatMap(answerWords).join(', ')],
    comment: '{0} is a host or a command, {1} a list such as "input token, variable HOME"',
  });
}

function answerWords(question: McpQuestion): readonly string[] {
  switch (question.kind) {
    case 'input':
      return [
        l10n.t({
          message: 'input {0}',
          args: [question.input.id],
          comment: 'Something that was asked for, by its ID',
        }),
      ];
    case 'env':
      return [l10n.t({ message: 'variable {0}', args: [question.name], comment: 'Of the environment' })];
    case 'envFile':
      return question.names.map((name) => l10n.t('variable {0} from {1}', name, question.path));
  }
}
