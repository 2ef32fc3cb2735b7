import { wellFormedJson } from '../../../base/json';
import { type ConversationStartRequest, newerFieldsExcept, type RequestField } from '../../records';
import { type MessageField, messageContent } from '../events/messageBody';

export const fieldsOfOtherApis = newerFieldsExcept('llm_model', 'agent_type');

export const unsupportedFields = [
  'replay_json',
  'create_microagent',
  'mcp_config',
  ...fieldsOfOtherApis,
] as const satisfies readonly RequestField[];

/**
 * Wire names of the fields that are sent unchanged. It doesn't compile if a field is missing here that is neither part of
 * the message nor unsupported.
 */
const wireNames = {
  conversation_id: 'conversation_id',
  repository: 'selected_repository',
  selected_branch: 'selected_branch',
  git_provider: 'git_provider',
  suggested_task: 'suggested_task',
  conversation_instructions: 'system_message_suffix',
  llm_model: 'llm_model',
  agent_type: 'agent_type',
} as const satisfies Record<Exclude<RequestField, MessageField | (typeof unsupportedFields)[number]>, string>;

/** Without the unsupported fields: the service would ignore them, so a client has rejected a request that has one. */
export function startBody(request: ConversationStartRequest, space?: number): string {
  const content = messageContent(request);
  const others = Object.entries(wireNames).map(
    ([field, name]) => [name, request[field as keyof typeof wireNames]] as const,
  );
  const body = { ...(content.length > 0 && { initial_message: { content } }), ...Object.fromEntries(others) };
  return wellFormedJson(body, space);
}
