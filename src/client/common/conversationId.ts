export type ConversationIdProblem = 'empty' | 'tooLong' | 'control' | 'path';

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
  return /[/\\]|\.\./.test(id) ? 'path' : undefined;
}
