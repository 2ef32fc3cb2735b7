import type { ConversationStartRequest } from '../../common/records';

/** The body of a start in API V1. Fields that it ignores have no place here: they are refused before. */
export function startBody(request: ConversationStartRequest): string {
  const { initial_user_msg: text, image_urls, repository, conversation_instructions } = request;
  const { selected_branch, git_provider, suggested_task, conversation_id } = request;
  const content = [
    ...(text === undefined ? [] : [{ type: 'text', text }]),
    ...(image_urls === undefined ? [] : [{ type: 'image', image_urls }]),
  ];
  const body = {
    conversation_id,
    initial_message: content.length > 0 ? { content } : undefined,
    selected_repository: repository,
    selected_branch,
    git_provider,
    suggested_task,
    system_message_suffix: conversation_instructions,
  };
  // JSON parsers reject half of a character, which remains if a text is cut in the wrong place.
  return JSON.stringify(body, (_, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value));
}
