import type { ConversationStartRequest } from './records';

/**
 * The body that a request is sent as. What is shown of a request is made by the same hand.
 * @param space how deep its lines are indented, to be read; without, it is one line
 */
export function bodyOf(request: ConversationStartRequest, space?: number): string {
  return JSON.stringify(request, wellFormed, space);
}

/** Parsers of JSON refuse half of a character, which is what cutting a text in the wrong place leaves. */
function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value;
}
