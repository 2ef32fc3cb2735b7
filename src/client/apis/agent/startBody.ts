import { wellFormedJson } from '../../../base/json';
import { withoutHyphens } from '../../conversationId';
import { type ConversationStartRequest, newerFieldsExcept, type RequestField } from '../../records';
import { messageContent } from '../events/messageBody';

/** The fields that can't be sent. Repository and branch can: in the clone instructions. */
export const unsupportedFields = [
  'replay_json',
  'create_microagent',
  'mcp_config',
  'suggested_task',
  ...newerFieldsExcept('clone_instructions'),
] as const satisfies readonly RequestField[];

/**
 * The part of a start's body that is read from the server first. An agent server doesn't apply its saved settings to a
 * start: they have to be sent with it.
 */
export interface ServerContext {
  /** Absolute path of the server's home folder. */
  readonly home: string;
  /** A UUID. */
  readonly agent_profile_id: string;
  readonly max_iterations?: unknown;
  readonly confirmation_policy?: unknown;
  readonly security_analyzer?: unknown;
}

/** Placeholders for the preview of a request, which is shown without asking the server. */
const placeholders: ServerContext = {
  home: '<home folder of the service>',
  agent_profile_id: '<active agent profile of the service>',
  max_iterations: '<as in the settings of the service>',
  confirmation_policy: '<as in the settings of the service>',
};

/**
 * The body of a start on an agent server. Each start gets its own working folder, which the server makes a Git
 * repository. So the agent has to clone into a subfolder.
 */
export function startBody(
  request: ConversationStartRequest,
  space?: number,
  { home, ...others }: ServerContext = placeholders,
): string {
  const { conversation_id: id = '', image_urls } = request;
  const content = messageContent({ initial_user_msg: messageOf(request), ...(image_urls && { image_urls }) });
  return wellFormedJson(
    {
      ...(id !== '' && { conversation_id: id }),
      workspace: { working_dir: `${home.replace(/[/\\]$/, '')}/workspace/project/${withoutHyphens(id)}` },
      ...(content.length > 0 && { initial_message: { content } }),
      ...others,
    },
    space,
  );
}

function messageOf({
  clone_instructions: clone,
  initial_user_msg: message,
  conversation_instructions: instructions,
}: ConversationStartRequest): string {
  return [clone, message, instructions].filter((text) => text?.trim()).join('\n\n');
}
