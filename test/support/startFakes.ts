import type { Conversation, ConversationChange } from '../../src/conversations/common/conversation';
import type { StartMemory } from '../../src/conversations/common/history';
import type { Client } from '../../src/client/common/client';
import type { ConversationStartRequest, ConversationStartResponse } from '../../src/client/common/records';

/** Events in their order; shared by the fakes of one test. */
export type Diary = string[];

/** Answers every start in one way, or fails it. */
export class ScriptedClient implements Pick<Client, 'check' | 'startConversation'> {
  readonly requests: ConversationStartRequest[] = [];
  readonly signals: (AbortSignal | undefined)[] = [];
  readonly #diary: Diary;
  readonly #answer: ConversationStartResponse | Error;
  readonly #misfit: Error | undefined;

  /** @param misfit what is wrong with every request */
  constructor(diary: Diary, answer: ConversationStartResponse | Error, misfit?: Error) {
    this.#diary = diary;
    this.#answer = answer;
    this.#misfit = misfit;
  }

  check(): Promise<void> {
    return this.#misfit ? Promise.reject(this.#misfit) : Promise.resolve();
  }

  startConversation(request: ConversationStartRequest, signal?: AbortSignal): Promise<ConversationStartResponse> {
    this.#diary.push('request');
    this.requests.push(request);
    this.signals.push(signal);
    return this.#answer instanceof Error ? Promise.reject(this.#answer) : Promise.resolve(this.#answer);
  }
}

/** Saves what it is told, and can be made to fail as on a full disk, with a rejected promise or by throwing. */
export class RecordingMemory implements StartMemory {
  readonly conversations: Conversation[] = [];
  readonly changes: ConversationChange[] = [];
  readonly #diary: Diary;
  readonly #failing: { readonly sent?: true; readonly changed?: 'rejects' | 'throws' };

  constructor(diary: Diary, failing: { readonly sent?: true; readonly changed?: 'rejects' | 'throws' } = {}) {
    this.#diary = diary;
    this.#failing = failing;
  }

  async sent(conversation: Conversation): Promise<void> {
    // Not on disk until a while later: callers that don't wait for it are found out.
    await new Promise((resolve) => setImmediate(resolve));
    if (this.#failing.sent) throw new Error('disk full');
    this.#diary.push('remembered');
    this.conversations.push(conversation);
  }

  changed(id: string, change: ConversationChange): Promise<void> {
    if (this.#failing.changed === 'throws') throw new Error('disk gone');
    if (this.#failing.changed === 'rejects') return Promise.reject(new Error('disk full'));
    this.#diary.push(`changed ${id}`);
    this.changes.push(change);
    return Promise.resolve();
  }
}
