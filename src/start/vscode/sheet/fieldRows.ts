import { fieldNames } from '../fields/requestFields';
import { rowRequest, type SheetField, type SheetState } from './sheetState';
import type { ConversationStartRequest, RequestField } from '../../../client/records';

/** The field that is typed into the sheet's input. */
export const typedField = 'initial_user_msg';

/** The sentence about the result branch is added to this field when it's sent, so the result branch has its row after it. */
export const resultBranchAppendsTo = 'conversation_instructions';

export function fieldsWithoutRow(state: SheetState): readonly SheetField[] {
  const request = rowRequest(state);
  return sheetFields(state).filter(
    (field) => !hasRow(field, state, request) && !isInRepositoryRow(field, state, request),
  );
}

/** A message to an existing conversation only has images. */
export function sheetFields({ to }: SheetState): readonly SheetField[] {
  return to ? ['image_urls'] : fieldNames.filter((field) => field !== typedField);
}

/** True if a field has a row: it is set, or says where the agent works, which is always shown. */
export function hasRow(field: RequestField, state: SheetState, request: ConversationStartRequest): boolean {
  if (isInRepositoryRow(field, state, request)) return false;
  const isPlace = field === 'repository' || (field === 'selected_branch' && hasPlace(state, request));
  return isPlace || request[field] !== undefined;
}

/** The repository's row also shows the Git provider. */
function isInRepositoryRow(field: RequestField, state: SheetState, request: ConversationStartRequest): boolean {
  return field === 'git_provider' && hasPlace(state, request);
}

/** True if there is a repository, or one may still be found. */
function hasPlace({ targetContext }: SheetState, { repository }: ConversationStartRequest): boolean {
  return repository !== undefined || targetContext === undefined;
}
