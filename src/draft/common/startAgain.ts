import type { Conversation } from '../../conversations/common/conversation';
import { omittableFields, type Draft, type OmittableField } from './draft';
import { filledBy, fillerOf } from './filling';
import type { ConversationStartRequest } from '../../client/common/records';

/**
 * The draft that starts a past conversation again: what was sent is sent again, and what was left out stays out, whatever
 * the workspace would say by default. The MCP servers stay those that are ticked now: the history has none, since they hold
 * secrets, and the ticks are a choice about the workspace, not about one conversation. What somebody else filled in is
 * marked again: this is another start.
 */
export function draftAgain({ id, request, outcome, notKept = [], filled }: Conversation): Draft {
  const { initial_user_msg: message, conversation_id: conversationId, ...others } = request;
  const isTyped = message !== undefined && !/[\r\n]/.test(message);
  const missing = omittableFields.filter(
    (field) => notKept.includes(field) || (field === 'conversation_id' && conversationId !== undefined),
  );
  const draft: Draft = {
    fields: {
      repository: null,
      git_provider: null,
      selected_branch: null,
      conversation_instructions: null,
      ...others,
      ...(isTyped && { initial_user_msg: message }),
    },
    // Several lines cannot be typed on the sheet.
    ...(message !== undefined && !isTyped && { body: message }),
    ...(missing.length > 0 && { notKept: missing }),
    ...((outcome === 'sending' || outcome === 'mayHaveStarted') && { sentAs: id }),
  };
  return filled ? filledBy(fillerOf(filled.by), draft, filled.fields) : draft;
}

/** What the conversation had that the request still lacks: neither set again nor left out by a person's word. */
export function missingFields({ fields, notKept = [] }: Draft, request: ConversationStartRequest): OmittableField[] {
  return notKept.filter((field) => {
    // Its beginning is there. Whether the rest is, only a person knows.
    if (field === 'initial_user_msg') return request.initial_user_msg !== undefined;
    return request[field] === undefined && fields[field] !== null;
  });
}

/** The draft after a person's word that this field is as it shall be. */
export function withoutOmittedField(draft: Draft, field: OmittableField): Draft {
  return { ...draft, notKept: (draft.notKept ?? []).filter((other) => other !== field) };
}
