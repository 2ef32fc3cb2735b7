import * as vscode from 'vscode';
import { withField, withoutField, type DraftEdit } from '../../../draft/draft';
import { withKept } from '../../../draft/startAgain';
import { ExplainedError } from '../../../base/vscode/explanation';
import { showInputBox, showQuickPick } from '../../../base/vscode/quickInputs';
import { plainLabel } from '../../../base/text';
import { requestFieldTitle } from '../../../service/vscode/errors/fieldLabels';
import { conversationIdProblem } from '../../../client/conversationId';
import {
  changeOrRemove,
  apiOf,
  rowRequest,
  type SheetChange,
  type FieldOnSheet,
  type SheetState,
} from '../sheet/sheetState';
import { formatLength, formatTextSize } from '../../../base/vscode/units';
import { beginning, joined } from '../../../draft/vscode/draftLabels';
import { parseJson } from '../../../base/json';
import { regularFileSize } from '../../../base/vscode/smallFile';

export const instructionsField: FieldOnSheet<'conversation_instructions'> = {
  icon: 'note',
  isSentByDefault: true,
  value: (text, { draft }) => {
    const ofSettings = draft.fields.conversation_instructions === undefined;
    return joined(beginning(text), formatLength(text), ofSettings ? vscode.l10n.t('from settings') : '');
  },
  edit: editInstructions,
};

interface InstructionsItem extends vscode.QuickPickItem {
  readonly choose: () => SheetChange | Promise<SheetChange>;
}

/** Asks for the instructions of this conversation: from the settings, others, or none. */
async function editInstructions(state: SheetState): Promise<SheetChange> {
  const { draft, targetContext } = state;
  const present = rowRequest(state).conversation_instructions ?? '';
  const isOwn = typeof draft.fields.conversation_instructions === 'string';
  const none = vscode.l10n.t({ message: 'none', comment: 'A field of the request that has no value' });
  const items: readonly InstructionsItem[] = [
    {
      iconPath: new vscode.ThemeIcon('edit'),
      label: vscode.l10n.t('Write Instructions...'),
      ...(isOwn && { detail: plainLabel(present) }),
      choose: () => writeInstructions(present),
    },
    { iconPath: new vscode.ThemeIcon('file'), label: vscode.l10n.t('Load from File...'), choose: readInstructions },
    {
      iconPath: new vscode.ThemeIcon('settings-gear'),
      label: vscode.l10n.t('Use Instructions from Settings'),
      detail: plainLabel(targetContext?.instructions.trim() || none),
      choose: () => withInstructions(undefined),
    },
    {
      iconPath: new vscode.ThemeIcon('circle-slash'),
      label: vscode.l10n.t('None'),
      choose: () => withInstructions(null),
    },
  ];
  const typed = (text: string) => ({
    iconPath: new vscode.ThemeIcon('edit'),
    label: vscode.l10n.t('Use "{0}"', plainLabel(text)),
    choose: () => withInstructions(text),
  });
  const options = {
    title: requestFieldTitle('conversation_instructions'),
    placeHolder: vscode.l10n.t('Enter instructions, or select their source'),
    ignoreFocusOut: true,
  };
  return (await (await showQuickPick(items, options, typed))?.choose()) ?? {};
}

/** Asks for a line of text. Present instructions of several lines aren't prefilled: they'd lose their line breaks. */
async function writeInstructions(present: string): Promise<SheetChange> {
  const written = await showInputBox({
    title: requestFieldTitle('conversation_instructions'),
    prompt: vscode.l10n.t('Instructions for the agent in this conversation. For several lines, load a file.'),
    value: /[\r\n]/.test(present) ? '' : present,
    validateInput: (text) =>
      text.trim() === '' ? vscode.l10n.t('Enter instructions, or press Escape to cancel.') : undefined,
  });
  return written === undefined ? {} : withInstructions(written);
}

async function readInstructions(): Promise<SheetChange> {
  const title = requestFieldTitle('conversation_instructions');
  const [file] = (await vscode.window.showOpenDialog({ title })) ?? [];
  if (!file) return {};
  const text = await readTextFile(file, 1_000_000);
  if (text.trim() === '')
    throw new ExplainedError(vscode.l10n.t("The file is empty. The instructions weren't changed."));
  return withInstructions(text);
}

/** @param instructions `null` for none, `undefined` for the ones in the settings */
function withInstructions(instructions: string | null | undefined): SheetChange {
  const field = 'conversation_instructions';
  const edit: DraftEdit = (draft) =>
    instructions === undefined ? withoutField(draft, field) : withField(draft, field, instructions);
  return { edit: (draft) => withKept(edit(draft), field) };
}

export const replayField: FieldOnSheet<'replay_json'> = {
  icon: 'history',
  value: formatTextSize,
  edit: changeOrRemove('replay_json', chooseReplay),
};

/** Asks for a JSON file, whose text is sent unchanged. */
export async function chooseReplay(): Promise<SheetChange> {
  const filters = { [vscode.l10n.t('JSON Files')]: ['json'], [vscode.l10n.t('All Files')]: ['*'] };
  const title = requestFieldTitle('replay_json');
  const [file] = (await vscode.window.showOpenDialog({ title, filters })) ?? [];
  if (!file) return {};
  const replay = await readReplay(file);
  return { edit: (draft) => withField(draft, 'replay_json', replay) };
}

/** @throws {ExplainedError} if the file isn't JSON, is too large, or can't be read */
export async function readReplay(file: vscode.Uri): Promise<string> {
  const text = await readTextFile(file, 50_000_000);
  if (parseJson(text) === undefined) {
    throw new ExplainedError(vscode.l10n.t("The file isn't valid JSON and wasn't used as a replay."));
  }
  return text;
}

/**
 * The text of a UTF-8 file, without its byte order mark.
 * @throws {ExplainedError} if it can't be read, is too large, or isn't text
 */
async function readTextFile(file: vscode.Uri, maxBytes: number): Promise<string> {
  const name = file.path.split('/').at(-1) ?? '';
  const bytes = await readBytes(file, maxBytes).catch((error: unknown) => {
    if (error instanceof ExplainedError) throw error;
    throw new ExplainedError(vscode.l10n.t('"{0}" can\'t be read.', name), undefined, error);
  });
  if (!bytes)
    throw new ExplainedError(
      vscode.l10n.t('"{0}" is larger than {1} MB, the limit for a single field.', name, maxBytes / 1_000_000),
    );
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ExplainedError(vscode.l10n.t('"{0}" isn\'t UTF-8 text and wasn\'t used.', name));
  }
}

/** `undefined` if the file is too large. The size is checked before it is read. */
async function readBytes(file: vscode.Uri, maxBytes: number): Promise<Uint8Array | undefined> {
  return (await regularFileSize(file)) > maxBytes ? undefined : vscode.workspace.fs.readFile(file);
}

export const conversationIdField: FieldOnSheet<'conversation_id'> = {
  icon: 'key',
  value: (id) => id,
  edit: changeOrRemove('conversation_id', askConversationId, {
    typed: (text, state) => {
      const refusal = refuseId(text, state);
      return refusal === undefined
        ? {
            iconPath: new vscode.ThemeIcon('edit'),
            label: vscode.l10n.t('Use "{0}"', plainLabel(text)),
            act: () => withId(text),
          }
        : { iconPath: new vscode.ThemeIcon('error'), label: plainLabel(refusal), act: () => ({}) };
    },
  }),
};

function refuseId(text: string, state: SheetState): string | undefined {
  if (conversationIdProblem(text))
    return vscode.l10n.t('An ID has 1 to 100 characters. It can\'t contain "/", "\\", "..", or control characters.');
  const { clientIds } = apiOf(state).start;
  return clientIds?.accepts(text.trim()) === false ? vscode.l10n.t('This service requires a UUID.') : undefined;
}

function withId(id: string): SheetChange {
  return { edit: (draft) => withField(draft, 'conversation_id', id.trim()) };
}

async function askConversationId(state: SheetState): Promise<SheetChange> {
  const { clientIds } = apiOf(state).start;
  const typed = await showInputBox({
    title: requestFieldTitle('conversation_id'),
    prompt: clientIds
      ? vscode.l10n.t("A UUID. If you don't enter one, a new one is used.")
      : vscode.l10n.t(
          'Only for services whose administrator allows it; others reject the start. With the ID of a running conversation, the message is lost.',
        ),
    value: state.draft.fields.conversation_id ?? '',
    validateInput: (text) => refuseId(text, state),
  });
  return typed === undefined ? {} : withId(typed);
}
