import type { Conversation } from './conversation';
import { frozenCopy } from '../base/json';
import type { Redactor } from '../base/redactor';

/** Makes the copies of conversations that other extensions get. The copy of an unchanged conversation is the same object. */
export function conversationCopies(
  redactor: Pick<Redactor, 'withhold'>,
): (conversations: readonly Conversation[]) => readonly Conversation[] {
  const copies = new WeakMap<Conversation, Conversation>();
  const copyOf = (conversation: Conversation) => {
    const { problem } = conversation;
    const copy =
      copies.get(conversation) ??
      frozenCopy(problem === undefined ? conversation : { ...conversation, problem: redactor.withhold(problem) });
    copies.set(conversation, copy);
    return copy;
  };
  return (conversations) => Object.freeze(conversations.map(copyOf));
}
