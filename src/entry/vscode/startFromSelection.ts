import * as vscode from 'vscode';
import { ExplainedError } from '../../base/vscode/explanation';
import { handOver, type HandOver } from './handOver';
import { withSelections } from './withSelections';

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
    return withSelections(draft, editor.document, selections, ports.workspace);
  });
