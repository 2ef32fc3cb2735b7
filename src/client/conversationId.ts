import { urlOf } from '../base/url';

type ConversationIdProblem = 'empty' | 'tooLong' | 'control' | 'path';

const maxLength = 100;

/**
 * The problem with a conversation id that the user typed, apart from surrounding blanks. The interface has no rule for
 * it, and known services use it unchanged, including in file paths and URLs.
 */
export function conversationIdProblem(text: string): ConversationIdProblem | undefined {
  const id = text.trim();
  if (id === '') return 'empty';
  if (id.length > maxLength) return 'tooLong';
  if (/\p{Cc}/u.test(id)) return 'control';
  return /[/\\]|\.\.|^\.$/.test(id) ? 'path' : undefined;
}

/** An id in the form in which ids are compared: some services return a UUID without its hyphens. */
export function comparableId(id: string): string {
  return withoutHyphens(id).toLowerCase();
}

/** A UUID with all of its hyphens, or with none. */
export const uuidPattern = /^[\da-f]{8}(-?)[\da-f]{4}(?:\1[\da-f]{4}){2}\1[\da-f]{12}$/i;

export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}

export function withoutHyphens(uuid: string): string {
  return uuid.replaceAll('-', '');
}

/**
 * The URL of a conversation, from the URL of all conversations. Ids come from services and from files, and `URL` resolves
 * dots in them: `undefined` if the result is anything but a child of the given URL.
 */
export function conversationUrl(conversations: string, id: string): URL | undefined {
  if (conversationIdProblem(id) !== undefined || !id.isWellFormed()) return undefined;
  const url = urlOf(`${conversations}/${encodeURIComponent(id)}`);
  return url?.pathname.endsWith(`/${encodeURIComponent(id)}`) ? url : undefined;
}
