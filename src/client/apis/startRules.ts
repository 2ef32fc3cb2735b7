import type { ConversationStartRequest, GitProvider, RequestField } from '../records';
import type { StartRules } from './serviceApi';

/** A field that an API doesn't accept: unknown, with an unknown Git provider, or together with another field. */
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

/** The id to send with a start; `undefined` if the request has one, or the API doesn't accept one from the client. */
export function proposedId(
  { clientIds }: StartRules,
  request: ConversationStartRequest,
  uuid: string,
): string | undefined {
  return request.conversation_id === undefined ? clientIds?.propose(uuid) : undefined;
}
