import * as vscode from 'vscode';
import type { DraftDocument } from '../../../draft/common/drafts';
import { ExplainedError } from '../../../base/vscode/explanation';
import { targetsOf } from '../../../repository/common/targets';
import type { StartPorts } from '../startPorts';
import { imagesOf, messageOf } from '../../../draft/common/draft';
import { imagesLine, messageWords } from '../messageWords';
import { tickedServers } from '../../../mcp/common/mcpServers';
import { previewRequest } from '../sheet/requestPreview';
import { startReviewed } from '../reviewedStart';

/**
 * The draft that a command is about: from the editor whose title or code lens was clicked, else from the active one.
 * @throws {ExplainedError} when it isn't a draft, or when it can't be used now
 */
export async function activeDraft(given: unknown, { drafts }: Pick<StartPorts, 'drafts'>): Promise<DraftDocument> {
  const uri = given instanceof vscode.Uri ? given : vscode.window.activeTextEditor?.document.uri;
  const found = uri && (await (await drafts()).documentAt(uri.fsPath));
  if (!found) throw new ExplainedError(vscode.l10n.t("The active editor doesn't contain a draft."));
  if (found.isBeingSent) throw new ExplainedError(vscode.l10n.t('This message is being sent. Wait for the outcome.'));
  return found;
}

/** The command `discardDraft`: closes a message and deletes it, after a confirmation if it isn't empty. */
export async function discardDraft(ports: Pick<StartPorts, 'drafts' | 'openSheet'>, given?: unknown): Promise<void> {
  const document = await activeDraft(given, ports);
  const draft = await document.load();
  if (messageOf(draft) !== '' || imagesOf(draft).length > 0) {
    const discard = vscode.l10n.t('Discard Draft');
    const answer = await vscode.window.showWarningMessage(
      vscode.l10n.t('Discard this draft?'),
      { modal: true, detail: [messageWords(draft), imagesLine(draft)].filter(Boolean).join('\n') },
      discard,
    );
    if (answer !== discard) return;
  }
  ports.openSheet.put(undefined);
  document.clear(draft);
}

/**
 * The command `previewDraft`: previews the current request of a message in the editor, like the sheet does for its own.
 * The review sheet on the message opens when the preview is closed.
 */
export async function previewDraft(ports: StartPorts, given?: unknown): Promise<void> {
  const document = await activeDraft(given, ports);
  const draft = await document.load();
  const surroundings = await targetsOf(ports).find(draft.chosen);
  const mcp = await tickedServers(await ports.mcp());
  const dialect = await ports.service.dialect();
  const { closed } = await previewRequest({ draft, surroundings, settings: undefined, dialect, mcp }, ports);
  await closed;
  // It may have been sent or discarded meanwhile.
  const still = await (await ports.drafts()).documentAt(document.path);
  if (still && !still.isBeingSent) await startDraft(ports, vscode.Uri.file(still.path));
}

/** The command `startDraft`: opens the review sheet on a message that was written in an editor. */
export async function startDraft(ports: StartPorts, given?: unknown): Promise<void> {
  const document = await activeDraft(given, ports);
  const open = vscode.workspace.textDocuments.find(({ uri }) => uri.fsPath === document.path);
  // Errors are reported when it is sent.
  await open?.save();
  await startReviewed(await document.load(), document, ports);
}
