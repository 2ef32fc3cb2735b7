import { frozenCopy } from '../../base/common/json';
import { maskMcp } from '../../client/common/maskSettings';
import { maskRequest } from '../../draft/common/maskRequest';
import type { ConversationStartResponse } from '../../client/common/records';
import { withoutSecrets } from '../../client/common/withoutSecrets';
import type { StartPorts, UnattendedStart } from './startPorts';

type Known = Pick<StartPorts, 'redactor'>;

/** A start as other extensions hear of it: a copy that they cannot change, without the secrets of MCP servers. */
export function announced({ request, warnings }: UnattendedStart, { redactor }: Known): UnattendedStart {
  return frozenCopy({ request: maskRequest(request, redactor), warnings });
}

/** The service's answer as whoever ran a command gets it. Services repeat what they were sent, in fields of their own, too. */
export function handedOut(response: ConversationStartResponse, { redactor }: Known): ConversationStartResponse {
  const known = withoutSecrets(response, redactor) as ConversationStartResponse;
  const { status, conversation_id, message, conversation_status, ...others } = known;
  return frozenCopy({
    ...(maskMcp(others) as object),
    status,
    conversation_id,
    ...(message !== undefined && { message }),
    ...(conversation_status !== undefined && { conversation_status }),
  });
}
