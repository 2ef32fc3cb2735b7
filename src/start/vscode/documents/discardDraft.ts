import * as vscode from 'vscode';
import { imagesOf, messageOf } from '../../../draft/common/draft';
import type { StartPorts } from '../startPorts';
import { activeDraft } from './activeDraft';
import { imagesLine, messageWords } from '../messageWords';

/** The command `discardDraft`: closes a message and deletes it, after a question if there is something in it. */
export async function discardDraft(ports: StartPorts, given?: unknown): Promise<void> {
  const document = await activeDraft(given, ports);
  const draft = await document.load();
  if (messageOf(draft) !== '' || imagesOf(draft).length > 0) {
    const discard = vscode.l10n.t('Discard Message');
    const answer = await vscode.window.showWarningMessage(
      vscode.l10n.t('Discard this message for the agent?'),
      { modal: true, detail: [messageWords(draft), imagesLine(draft)].filter(Boolean).join('\n') },
      discard,
    );
    if (answer !== discard) return;
  }
  ports.openSheet.put(undefined);
  document.clear(draft);
}
