import { countInvisible, withoutInvisible } from '../base/readableText';
import type { ConversationStartRequest } from '../client/records';
import { withField, type Draft } from '../draft/draft';

/** Fields with text that the agent follows. */
const fields = [
  'initial_user_msg',
  'clone_instructions',
  'conversation_instructions',
  'suggested_task',
  'create_microagent',
] as const;
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

/** @param request without the sentence about the result branch, which stays apart from the instructions */
export function withoutInvisibleIn(draft: Draft, field: ReadField, request: ConversationStartRequest): Draft {
  const { body, attachments, resultBranch, fields: own } = draft;
  if (field !== 'initial_user_msg') {
    const value = cleanedValue(request[field]);
    // Instructions from the settings stay theirs if only the sentence had such characters.
    const cleaned = value === request[field] ? draft : withField(draft, field, value);
    const hasSentence = field === 'conversation_instructions' && resultBranch !== undefined;
    return hasSentence ? { ...cleaned, resultBranch: cleanedValue(resultBranch) } : cleaned;
  }
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
