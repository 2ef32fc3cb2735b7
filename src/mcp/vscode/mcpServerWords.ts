import { l10n } from 'vscode';
import type { McpOffer } from '../common/mcpOffer';
import type { McpChange } from '../common/mcpParts';
import { receiptsOf } from '../common/mcpReceipts';
import type { FoundMcpServer } from '../common/mcpServers';

/** What is different about a server that was ticked, without its full stop; `undefined` when nothing is. */
export function mcpChangeWords({ changed, changes }: FoundMcpServer): string | undefined {
  if (!changed) return undefined;
  if (changes.length === 0) return l10n.t("What it was when you ticked it isn't known");
  return l10n.t('Changed since you ticked it: {0}', changes.map(partWords).join(', '));
}

function partWords({ kind, part, leadsTo }: McpChange): string {
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
export function mcpReceiptWords(offer: McpOffer): string | undefined {
  const receipts = receiptsOf(offer);
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
