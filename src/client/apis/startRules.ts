import type { ConversationStartRequest, GitProvider, RequestField } from '../records';
import type { StartRules } from './serviceApi';

/**
 * Reason why an API doesn't take a request: a field that it doesn't have, or a Git provider in it, or two that exclude
 * each other there.
 */
export interface UnsupportedField {
  readonly field: RequestField;
  /** The field that excludes it; absent if the API doesn't have the field at all. */
  readonly conflictsWith?: RequestField;
}

export function unsupportedIn(
  request: ConversationStartRequest,
  {
    unsupportedFields,
    exclusive,
    gitProviders: known,
  }: Pick<StartRules, 'unsupportedFields' | 'exclusive' | 'gitProviders'>,
): readonly UnsupportedField[] {
  const { git_provider, suggested_task: task, create_microagent: learning } = request;
  const has = (field: RequestField) => request[field] !== undefined;
  const isUnknown = (provider: GitProvider | undefined) => provider !== undefined && !known.includes(provider);
  return [
    ...unsupportedFields.filter(has).map((field) => ({ field })),
    ...(isUnknown(git_provider) ? [{ field: 'git_provider' } as const] : []),
    ...(isUnknown(task?.git_provider) ? [{ field: 'suggested_task' } as const] : []),
    ...(isUnknown(learning?.git_provider) ? [{ field: 'create_microagent' } as const] : []),
    ...exclusive.filter((pair) => pair.every(has)).map(([field, conflictsWith]) => ({ field, conflictsWith })),
  ];
}

/** The id to send with a start; `undefined` if it has one, or the API has no place for ours. */
export function proposedId(
  { ownIds }: StartRules,
  request: ConversationStartRequest,
  uuid: string,
): string | undefined {
  return request.conversation_id === undefined ? ownIds?.propose(uuid) : undefined;
}
