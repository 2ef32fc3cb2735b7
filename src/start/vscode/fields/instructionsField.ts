import * as vscode from 'vscode';
import { withField, withoutField } from '../../../draft/draft';
import { ExplainedError } from '../../../base/vscode/explanation';
import { untilClosed } from '../../../base/vscode/untilClosed';
import { plainLabel } from '../../../base/text';
import { requestFieldTitle } from '../../../service/vscode/errors/fieldLabels';
import { rowRequest, type Edited, type SheetState, type FieldOnSheet } from '../sheet/sheetState';
import { chooseFile, readTextFile } from './textFile';
import { formatLength } from '../../../base/vscode/units';
import { beginning, joined } from '../../../draft/vscode/draftLabels';

export const instructionsField: FieldOnSheet<'conversation_instructions'> = {
  icon: 'note',
  isSentByDefault: true,
  value: (text, { draft }) => {
    const ofSettings = draft.fields.conversation_instructions === undefined;
    return joined(beginning(text), formatLength(text), ofSettings ? vscode.l10n.t('from settings') : '');
  },
  edit: editInstructions,
};

const maxBytes = 1_000_000;

interface InstructionsItem extends vscode.QuickPickItem {
  readonly choose: () => Edited | Promise<Edited>;
}

/** The instructions of this conversation: those of the settings, unless others are given. Without any, asks for the text. */
export async function editInstructions(state: SheetState): Promise<Edited> {
  const { draft, surroundings } = state;
  const present = rowRequest(state).conversation_instructions ?? '';
  const ofSettings = surroundings?.instructions.trim() ? surroundings.instructions : undefined;
  const isOwn = typeof draft.fields.conversation_instructions === 'string';
  if (present === '' && ofSettings === undefined) return writeInstructions(present);
  const items: readonly InstructionsItem[] = [
    {
      label: vscode.l10n.t('$(edit) Write Other Instructions...'),
      ...(isOwn && { detail: plainLabel(present) }),
      choose: () => writeInstructions(present),
    },
    { label: vscode.l10n.t('$(file) Load from File...'), choose: readInstructions },
    {
      label: vscode.l10n.t('$(settings-gear) Use Instructions from Settings'),
      detail:
        ofSettings === undefined
          ? vscode.l10n.t({ message: 'none', comment: 'A field of the request that has no value' })
          : plainLabel(ofSettings),
      choose: () => ({ edit: (now) => withoutField(now, 'conversation_instructions') }),
    },
    {
      label: vscode.l10n.t('$(circle-slash) None'),
      choose: () => instructing(null),
    },
  ];
  const options = { title: requestFieldTitle('conversation_instructions'), ignoreFocusOut: true };
  return (await (await vscode.window.showQuickPick(items, options))?.choose()) ?? {};
}

/** A single line is prefilled; several lines don't fit in the box, and would lose their line breaks there. */
async function writeInstructions(present: string): Promise<Edited> {
  const box = vscode.window.createInputBox();
  box.title = requestFieldTitle('conversation_instructions');
  box.prompt = vscode.l10n.t('Instructions for the agent in this conversation. For several lines, load a file.');
  box.value = /[\r\n]/.test(present) ? '' : present;
  box.ignoreFocusOut = true;
  box.buttons = [{ iconPath: new vscode.ThemeIcon('file'), tooltip: vscode.l10n.t('Load from File...') }];
  const proceed = await untilClosed<() => Edited | Promise<Edited>>(box, (settle) => {
    box.onDidAccept(() => {
      const { value } = box;
      if (value.trim() !== '') settle(() => instructing(value));
      else box.validationMessage = vscode.l10n.t('Enter instructions, or press Escape to cancel.');
    });
    box.onDidChangeValue(() => (box.validationMessage = undefined));
    box.onDidTriggerButton(() => settle(readInstructions));
  });
  return (await proceed?.()) ?? {};
}

async function readInstructions(): Promise<Edited> {
  const file = await chooseFile(requestFieldTitle('conversation_instructions'));
  if (!file) return {};
  const text = await readTextFile(file, maxBytes);
  if (text.trim() === '')
    throw new ExplainedError(vscode.l10n.t("The file is empty. The instructions weren't changed."));
  return instructing(text);
}

function instructing(instructions: string | null): Edited {
  return { edit: (draft) => withField(draft, 'conversation_instructions', instructions) };
}
