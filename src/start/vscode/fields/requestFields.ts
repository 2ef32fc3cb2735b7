import type { ConversationStartRequest } from '../../../client/records';
import { withField, withoutField, withTarget, type Draft } from '../../../draft/draft';
import { writeInEditor } from '../../../draft/vscode/sheetDraft';
import { beginning, joined } from '../../../draft/vscode/draftLabels';
import { formatLength } from '../../../base/vscode/units';
import type { FieldOnSheet, SheetField, SheetState } from '../sheet/sheetState';
import { branchField } from './placeFields';
import { conversationIdField } from './conversationIdField';
import { imagesField } from './imagesField';
import { instructionsField } from './textFields';
import { mcpField } from './mcpField';
import { microagentField } from './taskFields';
import { agentTypeField, modelField } from './newerFields';
import { replayField } from './textFields';
import { providerField, repositoryField } from './placeFields';
import { suggestedTaskField } from './taskFields';

type Name = keyof ConversationStartRequest;

/** It is typed on the sheet; choosing it continues in an editor. */
const messageField: FieldOnSheet<'initial_user_msg'> = {
  icon: 'edit',
  value: (message) => joined(beginning(message), formatLength(message)),
  edit: async (state, ports) => {
    await writeInEditor(withTarget(state), ports.store, ports);
    return { leaves: true };
  },
};

/** All fields of the request, in the order of the sheet. */
export const requestFields: { readonly [Field in Name]: FieldOnSheet<Field> } = {
  initial_user_msg: messageField,
  repository: repositoryField,
  git_provider: providerField,
  selected_branch: branchField,
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

export const fieldNames = Object.keys(requestFields) as readonly Name[];

/** A field's value as shown in its row. */
export function valueWords(field: Name, state: SheetState, request: ConversationStartRequest): string {
  // The request's field and the descriptor belong together, which union types can't express.
  const { value: words, whenUnset } = requestFields[field] as FieldOnSheet<Name>;
  const value = request[field];
  if (value !== undefined) return words(value, state, request);
  return state.surroundings ? (whenUnset?.() ?? '') : '…';
}

/** The draft without a field's value, wherever that came from. Images stay in it, and are sent once some are chosen. */
export function withoutValue(draft: Draft, field: SheetField): Draft {
  return requestFields[field].isSentByDefault ? withField(draft, field, null) : withoutField(draft, field);
}
