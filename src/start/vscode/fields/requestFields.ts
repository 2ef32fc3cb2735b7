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

/** How the review sheet shows a field of the request, and asks for it. Its name is a label of the service's errors, too. */
export interface RequestField<Field extends Name> {
  /** The id of a product icon of VS Code. */
  readonly icon: string;
  /** What is said where it has no value, of a field whose row is there even so: the workspace says what it is. */
  readonly whenUnset?: () => string;
  /** The value in short, with its size where it has one. */
  readonly value: (value: NonNullable<ConversationStartRequest[Field]>, state: SheetState) => string;
  /** Asks for a new value. What comes back is what changed; nothing when the question was closed. */
  readonly edit: (state: SheetState, ports: SheetPorts) => Promise<Edited>;
}

/** Every field of the request, in the order of the sheet. */
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

/** A field's value as its row says it. */
export function valueWords(field: Name, state: SheetState, request: ConversationStartRequest): string {
  // The field of the request is the one that the descriptor is of: that, types of a union cannot say.
  const { value: words, whenUnset } = requestFields[field] as RequestField<Name>;
  const value = request[field];
  if (value !== undefined) return words(value, state);
  return state.surroundings ? (whenUnset?.() ?? '') : '…';
}

/** What is sent unless a person says no: instructions of the settings, servers that are ticked, images of the draft. */
const sentByThemselves: ReadonlySet<Name> = new Set(['image_urls', 'conversation_instructions', 'mcp_config']);

/** The draft without a field's value, wherever that came from. Images stay with it, and go along once some are chosen. */
export function withoutValue(draft: Draft, field: SheetField): Draft {
  return sentByThemselves.has(field) ? withField(draft, field, null) : withoutField(draft, field);
}
