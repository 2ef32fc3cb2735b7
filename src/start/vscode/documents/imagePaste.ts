import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../base/common/lifecycle';
import type { StartPorts } from '../startPorts';
import { pastedImages } from './pastedImages';

/**
 * Images pasted or dropped into a draft become images of the draft.
 * @param selector the documents of drafts
 */
export function registerImagePaste(
  { drafts }: Pick<StartPorts, 'drafts'>,
  selector: vscode.DocumentFilter,
): Disposable {
  const mimeTypes = ['image/*', 'files', 'text/uri-list'];
  // VS Code's own image paste for Markdown yields to this kind; it would only copy images to the draft's folder.
  const kind = vscode.DocumentDropOrPasteEditKind.Empty.append('markdown', 'link', 'image', 'attachment');
  let turn: Promise<unknown> = Promise.resolve();
  const references = (
    document: vscode.TextDocument,
    transfer: vscode.DataTransfer,
    token: vscode.CancellationToken,
    isAsked: boolean,
  ) => {
    // One after the other: each has to see the previous images.
    const added = turn.then(() => pastedImages(transfer, { document, drafts, token, isAsked }));
    turn = added.catch(() => undefined);
    return added;
  };
  const title = () => vscode.l10n.t('Send Image with Message');
  const store = new DisposableStore();
  store.add(
    vscode.languages.registerDocumentPasteEditProvider(
      selector,
      {
        async provideDocumentPasteEdits(document, _ranges, transfer, { triggerKind }, token) {
          const isAsked = triggerKind === vscode.DocumentPasteTriggerKind.PasteAs;
          const text = await references(document, transfer, token, isAsked);
          return text === undefined ? undefined : [new vscode.DocumentPasteEdit(text, title(), kind)];
        },
      },
      { providedPasteEditKinds: [kind], pasteMimeTypes: mimeTypes },
    ),
  );
  store.add(
    vscode.languages.registerDocumentDropEditProvider(
      selector,
      {
        async provideDocumentDropEdits(document, _position, transfer, token) {
          const text = await references(document, transfer, token, true);
          return text === undefined ? undefined : new vscode.DocumentDropEdit(text, title(), kind);
        },
      },
      { providedDropEditKinds: [kind], dropMimeTypes: mimeTypes },
    ),
  );
  return store;
}
