import { l10n, type Uri } from 'vscode';
import type { ConversationStartRequest, RequestField } from '../../../client/records';
import { withField, withoutField, withChosenRepository, type Draft, type DraftEdit } from '../../../draft/draft';
import { writeInEditor } from '../../../draft/vscode/sheetDraft';
import { beginning, joined } from '../../../draft/vscode/draftLabels';
import { formatLength } from '../../../base/vscode/units';
import { addImages, imageFromFile, imagesLabel } from '../../../draft/vscode/imageMessages';
import { askImages } from '../../../draft/vscode/askImages';
import {
  sheetRequest,
  type SheetChange,
  type FieldOnSheet,
  type SheetField,
  type SheetState,
} from '../sheet/sheetState';
import { branchField, providerField, repositoryField } from './placeFields';
import { conversationIdField, instructionsField, replayField } from './textFields';
import { mcpField } from './mcpField';
import { microagentField, suggestedTaskField } from './taskFields';
import { suggestedTextField } from './suggestedTextField';
import { agentTypeField, modelField } from './newerFields';

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
  isSentByDefault: true,
  value: imagesLabel,
  edit: editImages,
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

const cloneField = suggestedTextField('clone_instructions', {
  icon: 'repo-clone',
  notes: () => [
    l10n.t('The agent clones and pushes with the Git credentials of its machine, if it has any'),
    l10n.t('Without a container, the agent works as the user who runs the service'),
  ],
  explanation: () =>
    l10n.t(
      'The agent clones and pushes with the Git credentials of its machine, and, without a container, as the user who runs the service. Leave it empty to send nothing.',
    ),
});

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
  return requestFields[field].isSentByDefault ? withField(draft, field, null) : withoutField(draft, field);
}
