export type ConversationIdProblem = 'empty' | 'tooLong' | 'control' | 'path';

const maxLength = 100;

/**
 * What is wrong with a conversation id that somebody typed, blanks around it aside. The interface has no rule for it, and
 * known services use it as it is, in paths of files and addresses too.
 */
export function conversationIdProblem(text: string): ConversationIdProblem | undefined {
  const id = text.trim();
  if (id === '') return 'empty';
  if (id.length > maxLength) return 'tooLong';
  if (/\p{Cc}/u.test(id)) return 'control';
  return /[/\\]|\.\./.test(id) ? 'path' : undefined;
}
