import type { ConversationStartRequest } from './records';

/**
 * The body of a request as it is sent. Anything shown of a request is serialized by the same function.
 * @param space indentation of its lines, for reading; without it, the body is one line
 */
export function serializeRequest(request: ConversationStartRequest, space?: number): string {
  return JSON.stringify(request, wellFormed, space);
}

/** JSON parsers reject half of a character, which remains if a text is cut in the wrong place. */
export function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value;
}
