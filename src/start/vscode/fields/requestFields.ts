import { l10n, ThemeIcon, type Uri } from 'vscode';
import type { ConversationStartRequest, RequestField } from '../../../client/records';
import { plainLabel } from '../../../base/text';
import { ExplainedError } from '../../../base/vscode/explanation';
import { askChoice, askText } from '../../../base/vscode/questions';
import { formatLength } from '../../../base/vscode/units';
import { withProgress } from '../../../base/vscode/withProgress';
import { withField, withoutField, withChosenRepository, type Draft, type DraftEdit } from '../../../draft/draft';
import { withoutImages } from '../../../draft/images';
import { withKept } from '../../../draft/startAgain';
import { askImages } from '../../../draft/vscode/askImages';
import { beginning, joined } from '../../../draft/vscode/draftLabels';
import { addImages, imageFromFile, imagesLabel } from '../../../draft/vscode/imageMessages';
import { writeInEditor } from '../../../draft/vscode/sheetDraft';
import { notSupportedWords, requestFieldTitle } from '../../../service/vscode/errors/fieldLabels';
import {
  connectionOf,
  sheetRequest,
  type SheetChange,
  type FieldOnSheet,
  type SheetField,
  type SheetPorts,
  type SheetState,
} from '../sheet/sheetState';
import { branchField, providerField, repositoryField } from './placeFields';
import { conversationIdField, instructionsField, replayField } from './textFields';
import { mcpField } from './mcpField';
import { microagentField, suggestedTaskField } from './taskFields';

/** The message. Its row continues it in an editor. */
const messageField: FieldOnSheet<'initial_user_msg'> = {
  icon: 'edit',
  value: (message) => joined(beginning(message), formatLength(message)),
  edit: async (state, ports) => {
    await writeInEditor(withChosenRepository(state.draft, state.targetContext), ports.opened, await ports.drafts());
    return { leaves: true };
  },
};

const imagesField: FieldOnSheet<'image_urls'> = {
  icon: 'file-media',
  value: imagesLabel,
  edit: editImages,
  // All are removed, so that they don't come back when another one is added.
  remove: (draft) => withKept(withoutImages(draft), 'image_urls'),
};

/** Edits the images. After one was removed, asks about the others. Adding images leads back to the sheet. */
async function editImages(state: SheetState): Promise<SheetChange> {
  const edits: DraftEdit[] = [];
  const edit: DraftEdit = (draft) => edits.reduce((edited, one) => one(edited), draft);
  for (;;) {
    const answer = await askImages(edit(state.draft));
    if (!answer) return edits.length === 0 ? {} : { edit };
    edits.push('files' in answer ? await additionOf(answer.files) : answer.edit);
    const hasRemoved = 'removes' in answer;
    if (!hasRemoved || !sheetRequest({ ...state, draft: edit(state.draft) }).image_urls) return { edit };
  }
}

async function additionOf(files: readonly Uri[]): Promise<DraftEdit> {
  const images = await Promise.all(files.map(imageFromFile));
  return (draft) => addImages(draft, images).draft;
}

/** A text that the service's API suggests. The user may write another text, or send none. */
const cloneField: FieldOnSheet<'clone_instructions'> = {
  icon: 'repo-clone',
  isSentByDefault: true,
  notes: () => [
    l10n.t('The agent clones and pushes with the Git credentials of its machine, if it has any'),
    l10n.t('Without a container, the agent works as the user who runs the service'),
  ],
  value: beginning,
  edit: editCloneInstructions,
};

async function editCloneInstructions(state: SheetState): Promise<SheetChange> {
  const field = 'clone_instructions';
  const suggested = sheetRequest({ ...state, draft: withoutField(state.draft, field) })[field] ?? '';
  const text = await askText({
    title: requestFieldTitle(field),
    prompt: l10n.t(
      'The agent clones and pushes with the Git credentials of its machine, and, without a container, as the user who runs the service. Leave it empty to send nothing.',
    ),
    value: sheetRequest(state)[field] ?? suggested,
    isContinued: true,
  });
  if (text === undefined) return {};
  return {
    edit: (draft) => (text === suggested ? withoutField(draft, field) : withField(draft, field, text || null)),
  };
}

const modelField: FieldOnSheet<'llm_model'> = {
  icon: 'hubot',
  value: (name) => name,
  edit: chooseModel,
};

/** A switch: selecting its row sets the field, or removes it. */
const agentTypeField: FieldOnSheet<'agent_type'> = {
  icon: 'checklist',
  value: (type) => (type === planning ? l10n.t('on') : type),
  edit: ({ draft: { fields } }) =>
    Promise.resolve({
      edit: (draft) =>
        fields.agent_type === planning ? withoutField(draft, 'agent_type') : withField(draft, 'agent_type', planning),
    }),
};

const planning = 'plan';

async function chooseModel(state: SheetState, ports: SheetPorts): Promise<SheetChange> {
  const { models } = (await connectionOf(ports)).client;
  if (!models) throw new ExplainedError(notSupportedWords('llm_model'));
  const reading = l10n.t('Reading the names of the saved models...');
  const names = await withProgress(reading, (signal) => models.modelNames(signal));
  const none = {
    iconPath: new ThemeIcon('circle-slash'),
    label: l10n.t("The Service's Default"),
    value: null,
  };
  const picked = await askChoice<string | null>({
    title: requestFieldTitle('llm_model'),
    placeholder:
      names.length > 0
        ? l10n.t('Select a model that is saved on the service')
        : l10n.t('No models are saved on the service.'),
    choices: [...names.map((name) => ({ label: plainLabel(name), value: name })), none],
    current: sheetRequest(state).llm_model,
  });
  if (picked === undefined) return {};
  return {
    edit: (draft) => (picked === null ? withoutField(draft, 'llm_model') : withField(draft, 'llm_model', picked)),
  };
}

export const requestFields: { readonly [Field in RequestField]: FieldOnSheet<Field> } = {
  initial_user_msg: messageField,
  repository: repositoryField,
  git_provider: providerField,
  selected_branch: branchField,
  clone_instructions: cloneField,
  image_urls: imagesField,
  suggested_task: suggestedTaskField,
  create_microagent: microagentField,
  replay_json: replayField,
  conversation_instructions: instructionsField,
  mcp_config: mcpField,
  conversation_id: conversationIdField,
  llm_model: modelField,
  agent_type: agentTypeField,
};

export const fieldNames = Object.keys(requestFields) as readonly RequestField[];

export function valueWords(field: RequestField, state: SheetState, request: ConversationStartRequest): string {
  // TypeScript can't tell that the value of a field fits its entry in the table.
  const { value: words, whenUnset } = requestFields[field] as FieldOnSheet<RequestField>;
  const value = request[field];
  if (value !== undefined) return words(value, state, request);
  return state.targetContext ? (whenUnset?.() ?? '') : '…';
}

/** The draft without the value of a field. A field that gets a value from elsewhere is set to `null`. */
export function withoutValue(draft: Draft, field: SheetField): Draft {
  const { remove, isSentByDefault } = requestFields[field];
  if (remove) return remove(draft);
  return isSentByDefault ? withField(draft, field, null) : withoutField(draft, field);
}
