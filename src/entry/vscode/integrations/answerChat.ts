import * as vscode from 'vscode';
import { emptyDraft, withMessage, type Draft, withAttachment, type DraftEdit } from '../../../draft/draft';
import { filledBy } from '../../../draft/request';
import { asExplained } from '../../../start/vscode/explain';
import { addAndReview } from '../addAndReview';
import type { Disposable } from '../../../base/lifecycle';
import { plainNotification } from '../../../base/text';
import { plainMarkdown } from '../../../base/vscode/text';
import type { StartPorts } from '../../../start/vscode/startPorts';
import { plainAttachment, withUniqueName } from '../../attachments';
import { ExplainedError } from '../../../base/vscode/explanation';
import { locate } from '../../../repository/vscode/locate';
import { fileIn, refuseLinkOut } from '../startFromFile';
import { attachingSelections, readSelections } from '../startFromEditor';

export type ChatQuestion = Pick<vscode.ChatRequest, 'prompt' | 'references'>;

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
  let left: { readonly isSaved: boolean } | undefined;
  const report: StartPorts['report'] = async (error, ...more) => {
    if (!left) failure = asExplained(error).message;
    await ports.report(error, ...more);
  };
  let own: Disposable | undefined;
  const subscription = token.onCancellationRequested(() => {
    // The user may have opened another sheet while the chat's references are read, or its start is under way.
    if (ports.openSheet.value === own) ports.openSheet.clear();
  });
  try {
    stream.progress(vscode.l10n.t('Opening the review sheet. Nothing is sent until you select Start.'));
    const readChat = async () => {
      const { draft, problems } = await withReferences(withMessage(emptyDraft, prompt), references, ports);
      if (problems.length > 0) stream.markdown(plainMarkdown(problems));
      if (token.isCancellationRequested) return undefined;
      return () => filledBy('chat', draft);
    };
    const onSheet = (sheet: Disposable) => (own = sheet);
    const onLeft = (isSaved: boolean) => (left = { isSaved });
    const response = await addAndReview({ ...ports, report, onSheet, onLeft }, readChat, true);
    if (response && !left) tellStarted(response.conversation_id, stream, ports);
    else if (failure !== undefined) return { errorDetails: { message: plainNotification(failure) } };
    else if (left?.isSaved) stream.markdown(vscode.l10n.t('Not started. The message is saved as a draft.'));
    else stream.markdown(vscode.l10n.t('Not started.'));
    return {};
  } finally {
    subscription.dispose();
  }
}

function tellStarted(id: string, stream: Stream, { history }: StartPorts): void {
  const conversation = history.conversations.find(({ conversationId }) => conversationId === id);
  stream.markdown(vscode.l10n.t('The conversation has started.'));
  // Only the id, because VS Code stores a chat with the arguments of its buttons.
  if (!conversation) return;
  const title = vscode.l10n.t('Open in Browser');
  stream.button({ command: 'agentConversations.openConversation', title, arguments: [{ id: conversation.id }] });
}

type Reference = Pick<vscode.ChatPromptReference, 'id' | 'value'>;

type Ports = Pick<StartPorts, 'workspace'>;

/** The draft with a chat's references, each as an attachment, and a message for each that can't be attached. */
async function withReferences(
  draft: Draft,
  references: readonly Reference[],
  ports: Ports,
): Promise<{ readonly draft: Draft; readonly problems: readonly string[] }> {
  const problems: string[] = [];
  let filled = draft;
  for (const { id, value } of references) {
    try {
      filled = (await referenceIn(id, value, ports))(filled);
    } catch (error) {
      problems.push(error instanceof ExplainedError ? error.message : vscode.l10n.t("{0} can't be read.", id));
    }
  }
  return { draft: filled, problems };
}

/** @throws {ExplainedError} why it can't be attached */
async function referenceIn(name: string, value: unknown, ports: Ports): Promise<DraftEdit> {
  if (value instanceof vscode.Uri) return fileIn(value, ports);
  if (value instanceof vscode.Location) {
    await refuseLinkOut(value.uri, await locate(value.uri, ports.workspace));
    const document = await vscode.workspace.openTextDocument(value.uri);
    const range = document.validateRange(value.range);
    const lines = range.isEmpty ? document.lineAt(range.start).range : range;
    return attachingSelections(readSelections(document, [lines]), ports.workspace);
  }
  if (typeof value !== 'string') {
    throw new ExplainedError(vscode.l10n.t("{0} from chat can't be sent: it's neither text nor a file.", name));
  }
  const attachment = plainAttachment('chat', name, value);
  return (draft) => (attachment ? withAttachment(draft, withUniqueName(attachment, draft)) : draft);
}
