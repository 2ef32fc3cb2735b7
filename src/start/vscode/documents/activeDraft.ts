import * as vscode from 'vscode';
import type { DraftDocument } from '../../../draft/common/drafts';
import { ExplainedError } from '../../../base/vscode/explanation';
import type { StartPorts } from '../startPorts';

/**
 * The draft that a command is about: of the editor whose title or lens was clicked, else of the active one.
 * @throws {ExplainedError} when it is no draft, or when nothing can be done with it now
 */
export async function activeDraft(given: unknown, { drafts }: Pick<StartPorts, 'drafts'>): Promise<DraftDocument> {
  const uri = given instanceof vscode.Uri ? given : vscode.window.activeTextEditor?.document.uri;
  const found = uri && (await (await drafts()).documentAt(uri.fsPath));
  if (!found) throw new ExplainedError(vscode.l10n.t('The active editor has no message for an agent.'));
  if (found.isBeingSent) throw new ExplainedError(vscode.l10n.t('This message is being sent: wait for the outcome.'));
  return found;
}
