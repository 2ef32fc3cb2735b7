import type { Attachment, Draft } from '../../draft/common/draft';
import type { ConversationStartRequest } from '../../client/common/records';
import type { Target } from '../../repository/common/target';

/**
 * The pieces of a message that are of another repository than the request is about: the agent would look for their
 * paths in vain. Another clone of the same repository is none.
 */
export function piecesFromElsewhere(
  { attachments = [] }: Draft,
  { repository }: ConversationStartRequest,
  target: Target,
): readonly Attachment[] {
  if (repository === undefined) return [];
  const root = target.repository === repository ? target.root : undefined;
  return attachments.filter(({ from }) => from && from.root !== root && from.repository !== repository);
}
