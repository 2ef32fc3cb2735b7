import type { ConversationStartRequest } from '../../../client/common/records';
import { withField, withoutField, type Draft } from '../../../draft/common/draft';
import type { Edited, SheetField, SheetPorts, SheetState } from '../sheet/sheetState';
import { branchField } from './branchField';
import { conversationIdField } from './conversationIdField';
import { imagesField } from './imagesField';
import { instructionsField } from './instructionsField';
import { mcpField } from './mcpField';
import { messageField } from './messageField';
import { microagentField } from './microagentField';
import { providerField } from './providerField';
import { replayField } from './replayField';
import { repositoryField } from './repositoryField';
import { suggestedTaskField } from './suggestedTaskField';

type Name = keyof ConversationStartRequest;

/**
 * Display and prompt of a request's field on the review sheet. Its name is also used in the service's error messages.
 */
export interface RequestField<Field extends Name> {
  /** Id of a VS Code product icon. */
  readonly icon: string;
  /** Text for a field without a value whose row is shown anyway: the workspace determines it. */
  readonly whenUnset?: () => string;
  /** Set for fields with a value unless the user removes it: from the settings, the selected servers, or the draft's images. */
  readonly isSentByDefault?: true;
  /** The value in short, with its size if it has one. */
  readonly value: (
    value: NonNullable<ConversationStartRequest[Field]>,
    state: SheetState,
    request: ConversationStartRequest,
  ) => string;
  /** Prompts for a new value. Returns the changes; nothing when the prompt was closed. */
  readonly edit: (state: SheetState, ports: SheetPorts) => Promise<Edited>;
}

/** All fields of the request, in the order of the sheet. */
export const requestFields: { readonly [Field in Name]: RequestField<Field> } = {
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
};

export const fieldNames = Object.keys(requestFields) as readonly Name[];

/** A field's value as shown in its row. */
export function valueWords(field: Name, state: SheetState, request: ConversationStartRequest): string {
  // The request's field and the descriptor belong together, which union types can't express.
  const { value: words, whenUnset } = requestFields[field] as RequestField<Name>;
  const value = request[field];
  if (value !== undefined) return words(value, state, request);
  return state.surroundings ? (whenUnset?.() ?? '') : '…';
}

/**
 * The draft without a field's value, wherever that came from. Images stay in the draft, and are sent once some are
 * chosen.
 */
export function withoutValue(draft: Draft, field: SheetField): Draft {
  return requestFields[field].isSentByDefault ? withField(draft, field, null) : withoutField(draft, field);
}
