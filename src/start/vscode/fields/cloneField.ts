import * as vscode from 'vscode';
import { showInputBox } from '../../../base/vscode/quickInputs';
import { withField, withoutField } from '../../../draft/draft';
import { beginning } from '../../../draft/vscode/draftLabels';
import { requestFieldTitle } from '../../../service/vscode/errors/fieldLabels';
import { sheetRequest, type SheetChange, type FieldOnSheet, type SheetState } from '../sheet/sheetState';

const field = 'clone_instructions';

/** The sentence with which an agent clones the repository, where the service can't. */
export const cloneField: FieldOnSheet<'clone_instructions'> = {
  icon: 'repo-clone',
  isSentByDefault: true,
  // It names the result branch, which is left out of the rows' request.
  value: (sentence, state) => beginning(sheetRequest(state)[field] ?? sentence),
  edit: editSentence,
};

async function editSentence(state: SheetState): Promise<SheetChange> {
  const usual = sheetRequest({ ...state, draft: withoutField(state.draft, field) })[field] ?? '';
  const sentence = await showInputBox({
    title: requestFieldTitle(field),
    prompt: vscode.l10n.t(
      'The agent clones and pushes with the Git credentials of its machine, and, without a container, as the user who runs the service. Leave it empty to send nothing.',
    ),
    value: sheetRequest(state)[field] ?? usual,
    ignoreFocusOut: true,
  });
  if (sentence === undefined) return {};
  const text = sentence.trim();
  return { edit: (draft) => (text === usual ? withoutField(draft, field) : withField(draft, field, text || null)) };
}
