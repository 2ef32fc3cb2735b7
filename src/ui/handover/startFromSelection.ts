import * as vscode from 'vscode';
import { selectionAttachment } from '../../domain/handover/selectionAttachment';
import { ExplainedError } from '../explanation';
import { handOver, withPieces, type HandOver } from './handOver';
import { locate } from './locate';

/** Hands over what is selected in the active editor, as it is shown there: each selection is an attachment of its own. */
export const startFromSelection: HandOver = (ports) =>
  handOver(ports, async (draft) => {
    const editor = vscode.window.activeTextEditor;
    const selections = (editor?.selections ?? [])
      .filter(({ isEmpty }) => !isEmpty)
      .sort((a, b) => a.start.compareTo(b.start));
    if (!editor || selections.length === 0) {
      throw new ExplainedError(vscode.l10n.t('Nothing is selected: select something in an editor first.'));
    }
    const { document } = editor;
    const { path, repository } = await locate(document.uri, ports.workspace);
    const attachments = selections.map((selection) =>
      selectionAttachment({
        path,
        languageId: document.languageId,
        text: document.getText(selection),
        start: selection.start,
        end: selection.end,
        firstLine: document.lineAt(selection.start.line).text,
      }),
    );
    return withPieces(draft, attachments, repository);
  });
