import { countInvisible, withoutInvisible } from '../base/readableText';
import type { ConversationStartRequest } from '../client/records';
import { withField, type Draft } from '../draft/draft';

/** Fields with text that the agent follows. */
const fields = ['initial_user_msg', 'conversation_instructions', 'suggested_task', 'create_microagent'] as const;
export type ReadField = (typeof fields)[number];

export function invisibleTexts(
  request: ConversationStartRequest,
): readonly { readonly field: ReadField; readonly characters: number }[] {
  return fields
    .map((field) => ({ field, characters: countInvisible(textRead(request, field)) }))
    .filter(({ characters }) => characters > 0);
}

export function textRead(request: ConversationStartRequest, field: ReadField): string {
  const value = request[field];
  return typeof value === 'string' ? value : Object.values(value ?? {}).join('\n');
}

export function withoutInvisibleIn(draft: Draft, field: ReadField, request: ConversationStartRequest): Draft {
  if (field !== 'initial_user_msg') return withField(draft, field, cleanedValue(request[field]));
  const { body, attachments, fields: own } = draft;
  return {
    ...withField(draft, field, cleanedValue(own[field])),
    ...(body !== undefined && { body: withoutInvisible(body) }),
    ...(attachments && { attachments: attachments.map((piece) => ({ ...piece, text: withoutInvisible(piece.text) })) }),
  };
}

function cleanedValue<Value>(value: Value): Value {
  if (value === undefined) return value;
  const clean = (_: string, member: unknown) => (typeof member === 'string' ? withoutInvisible(member) : member);
  return JSON.parse(JSON.stringify(value), clean) as Value;
}
