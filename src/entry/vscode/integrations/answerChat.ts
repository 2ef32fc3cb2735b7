import * as vscode from 'vscode';
import { emptyDraft, type Draft } from '../../../draft/common/draft';
import { filledBy, withMessage } from '../../../draft/common/filling';
import type { ConversationStartResponse } from '../../../client/common/records';
import { commands } from '../../../names';
import { clearSheet } from '../../../start/vscode/documents/draftStores';
import { asExplained } from '../../../draft/vscode/explain';
import { handOver } from '../handOver';
import { plainNotification } from '../../../base/common/text';
import { plainMarkdown } from '../../../base/vscode/plainMarkdown';
import type { StartPorts } from '../../../start/vscode/startPorts';
import { withReferences, type Reference } from './withReferences';

/** A request to the chat participant. */
export interface ChatQuestion {
  readonly prompt: string;
  readonly references: readonly Reference[];
}

type Stream = Pick<vscode.ChatResponseStream, 'progress' | 'markdown' | 'button'>;

/**
 * Puts the text of a chat, and its references, on the review sheet, and returns the result. Only the user can send it.
 */
export async function answerChat(
  ports: StartPorts,
  { prompt, references }: ChatQuestion,
  stream: Stream,
  token: vscode.CancellationToken,
): Promise<vscode.ChatResult> {
  let failure: string | undefined;
  let kept: Draft | undefined;
  const report: StartPorts['report'] = async (error, ...more) => {
    failure = asExplained(error).message;
    await ports.report(error, ...more);
  };
  const subscription = token.onCancellationRequested(() => ports.openSheet.put(undefined));
  try {
    stream.progress(vscode.l10n.t('Opening the review sheet. Nothing is sent until you start it there.'));
    const add = async () => {
      const { draft, left } = await withReferences(withMessage(emptyDraft, prompt), references, ports);
      if (left.length > 0) stream.markdown(plainMarkdown(left));
      kept = token.isCancellationRequested ? undefined : filledBy('chat', draft);
      return kept;
    };
    const response = await handOver({ ...ports, report }, add, clearSheet);
    if (failure !== undefined) return { errorDetails: { message: plainNotification(failure) } };
    if (response) tellStarted(response, stream, ports);
    else if (kept) stream.markdown(vscode.l10n.t('Nothing was started. The message is saved as a draft.'));
    else stream.markdown(vscode.l10n.t('Nothing was started.'));
    return {};
  } finally {
    subscription.dispose();
  }
}

function tellStarted(
  { conversation_id: id }: ConversationStartResponse,
  stream: Stream,
  { history }: StartPorts,
): void {
  const conversation = history.conversations.find(({ conversationId }) => conversationId === id);
  stream.markdown(vscode.l10n.t('The conversation has started.'));
  // VS Code stores a chat with the arguments of its buttons: only what is needed to find the row.
  if (!conversation) return;
  const title = vscode.l10n.t('Open in Browser');
  stream.button({ command: commands.openConversation, title, arguments: [{ id: conversation.id }] });
}
