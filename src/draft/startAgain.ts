import { hasOpenOutcome, type Conversation } from '../conversations/conversation';
import { apiNamed } from '../client/apis/registry';
import { fillerOf, notKeptFields, type Draft, type NotKeptField } from './draft';
import { withOwnTexts } from './suggestedFields';
import { withoutResultSentence } from './resultBranch';
import { isBranchName } from '../repository/repository';
import type { ConversationStartRequest } from '../client/records';

/**
 * The draft that starts a past conversation again: values that were sent are sent again, and values that weren't stay
 * out, regardless of the workspace's defaults. The MCP servers are the ones selected now: the history has none, since
 * they contain secrets, and the selection belongs to the workspace, not to one conversation. If a link, a chat or another
 * program filled in that conversation, the draft is marked with it again.
 * @param isOpen true if the clone that it was started from is open in this window. The draft is about that clone then,
 *   whichever file is active: otherwise, neither unpushed work nor what the agent pushes would be noticed
 */
export function draftAgain(conversation: Conversation, isOpen = false): Draft {
  const { id, request, notKept = [], filledBy, clone } = conversation;
  const { initial_user_msg: message, conversation_id: conversationId, ...others } = request;
  const isTyped = message !== undefined && !/[\r\n]/.test(message);
  const missing = notKeptFields.filter(
    (field) => notKept.includes(field) || (field === 'conversation_id' && conversationId !== undefined),
  );
  const asked = askedForBranch(conversation);
  const cloned = clonedFrom(conversation);
  return {
    fields: {
      repository: null,
      git_provider: null,
      selected_branch: null,
      ...(!missing.includes('conversation_instructions') && { conversation_instructions: null }),
      ...withOwnTexts(others, conversation, apiNamed(conversation.api)),
      ...(asked && { conversation_instructions: asked.own ?? null }),
      ...(isTyped && { initial_user_msg: message }),
    },
    // Several lines can't be typed on the sheet.
    ...(message !== undefined && !isTyped && { body: message }),
    ...(asked && { resultBranch: asked.branch }),
    ...(cloned && { cloned }),
    ...(isOpen && clone !== undefined && { chosen: { root: clone } }),
    ...(missing.length > 0 && { notKept: missing }),
    ...(hasOpenOutcome(conversation) && { starts: [{ id }] }),
    ...(filledBy !== undefined && { filledBy: fillerOf(filledBy) }),
  };
}

/** The instructions without the sentence about a result branch, and that branch; `undefined` if there was none. */
function askedForBranch({ request, resultBranch: name }: Conversation) {
  if (name === undefined || !isBranchName(name)) return undefined;
  return withoutResultSentence(request.conversation_instructions, name);
}

/** The URL that the conversation's repository was cloned from, if that is known: its host may not be the provider's usual one. */
function clonedFrom({ request, suggested = [], api }: Conversation): Draft['cloned'] {
  const { repository } = request;
  const url = suggested.length > 0 ? apiNamed(api).start.cloneUrlIn?.(request) : undefined;
  return repository !== undefined && url !== undefined ? { repository, url } : undefined;
}

/** Fields of the original conversation or draft that the request still lacks: neither set again nor removed by the user. */
export function missingFields({ fields, notKept = [] }: Draft, request: ConversationStartRequest): NotKeptField[] {
  return notKept.filter((field) => {
    // Its beginning is there. Only the user knows whether the rest is.
    if (field === 'initial_user_msg') return request.initial_user_msg !== undefined;
    if (field === 'conversation_instructions') return fields[field] !== null;
    return request[field] === undefined;
  });
}

export function withKept(draft: Draft, field: NotKeptField): Draft {
  const { notKept } = draft;
  return notKept ? { ...draft, notKept: notKept.filter((other) => other !== field) } : draft;
}
