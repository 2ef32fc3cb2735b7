import type { Conversation } from './conversation';
import { frozenCopy } from '../base/json';
import type { Redactor } from '../base/redactor';

/** The conversations as returned to other extensions, each copied once. */
export class ConversationCopies {
  readonly #redactor: Pick<Redactor, 'redact'>;
  readonly #copies = new WeakMap<Conversation, Conversation>();

  constructor(redactor: Pick<Redactor, 'redact'>) {
    this.#redactor = redactor;
  }

  of(conversations: readonly Conversation[]): readonly Conversation[] {
    return Object.freeze(conversations.map((conversation) => this.#copyOf(conversation)));
  }

  #copyOf(conversation: Conversation): Conversation {
    const known = this.#copies.get(conversation);
    if (known) return known;
    const { problem } = conversation;
    const copy = frozenCopy(
      problem === undefined ? conversation : { ...conversation, problem: this.#redactor.redact(problem) },
    );
    this.#copies.set(conversation, copy);
    return copy;
  }
}
