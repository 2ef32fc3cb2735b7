import * as vscode from 'vscode';
import { fence } from '../../../base/common/markup';
import { plainMarkdown } from '../../../base/vscode/plainMarkdown';
import type { PreparedStart } from '../../../start/vscode/startPorts';
import { placeFacts } from '../../../start/vscode/confirmFilled';

/** What a person is asked before a model's start: where it goes, what is sent, and what a review would have warned of. */
export function confirmation(
  { request, warnings }: PreparedStart,
  baseUrl: string,
): vscode.LanguageModelToolConfirmationMessages {
  const facts = plainMarkdown([
    ...placeFacts(request, baseUrl),
    ...warnings.map(({ message }) => vscode.l10n.t('Warning: {0}', message)),
  ]);
  const { initial_user_msg: message = '', conversation_instructions: instructions } = request;
  const texts = [
    vscode.l10n.t('Message:'),
    fence(message, 'text'),
    ...(instructions === undefined ? [] : [vscode.l10n.t('Instructions from settings:'), fence(instructions, 'text')]),
  ];
  return {
    title: vscode.l10n.t('Start a conversation with a software agent?'),
    message: new vscode.MarkdownString([facts.value, ...texts].join('\n\n')),
  };
}
