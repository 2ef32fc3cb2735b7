import * as vscode from 'vscode';
import { startReviewed } from '../reviewedStart';
import type { StartPorts } from '../startPorts';
import { activeDraft } from './activeDraft';

/** The command `startDraft`: the review sheet on a message that was written in an editor. */
export async function startDraft(ports: StartPorts, given?: unknown): Promise<void> {
  const document = await activeDraft(given, ports);
  const open = vscode.workspace.textDocuments.find(({ uri }) => uri.fsPath === document.path);
  // What cannot be saved is said when it is to be sent.
  await open?.save();
  await startReviewed(await document.load(), document, ports);
}
