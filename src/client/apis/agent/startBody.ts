import { wellFormedJson } from '../../../base/json';
import type { ConversationStartRequest, RequestField } from '../../records';
import { messageContent } from '../messageBody';
import type { StartPlace } from '../serviceApi';

/** Fields of a start that agent servers have no place for. Repository and branch are in the clone instructions. */
export const unsupportedFields = [
  'replay_json',
  'create_microagent',
  'mcp_config',
  'suggested_task',
  'llm_model',
  'agent_type',
] as const satisfies readonly RequestField[];

const unknownPlace: StartPlace = { home: '~', agentProfileId: '' };

/**
 * The body of a start on an agent server. The folder is new for each start, and made by the server, which makes a Git
 * repository of it: the clone goes into a subfolder. What isn't sent isn't taken from the server's settings.
 */
export function startBody(
  request: ConversationStartRequest,
  space?: number,
  { home, agentProfileId, maxIterations, confirmationMode }: StartPlace = unknownPlace,
): string {
  const { conversation_id: id = '', image_urls } = request;
  const content = messageContent({ initial_user_msg: messageOf(request), ...(image_urls && { image_urls }) });
  return wellFormedJson(
    {
      ...(id !== '' && { conversation_id: id }),
      workspace: { working_dir: `${home.replace(/[/\\]$/, '')}/workspace/project/${id.replaceAll('-', '')}` },
      agent_profile_id: agentProfileId,
      ...(content.length > 0 && { initial_message: { content } }),
      ...(maxIterations !== undefined && { max_iterations: maxIterations }),
      ...(confirmationMode !== undefined && {
        confirmation_policy: { kind: confirmationMode ? 'AlwaysConfirm' : 'NeverConfirm' },
      }),
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
