import type { Conversation, ConversationChange } from '../../src/conversations/conversation';
import {
  type Client,
  type PreparationOperations,
  type ListedStart,
  type StartBody,
  StartTask,
  type StatusOperations,
} from '../../src/client/client';
import type { OutcomeClient } from '../../src/conversations/preparation';
import type { AskService } from '../../src/service/serviceConnection';
import type { ConversationStartRequest, ConversationStartResponse, ConversationState } from '../../src/client/records';
import type { StartRecorder } from '../../src/conversations/history';

/** Events in their order; shared by the fakes of one test. */
export type Diary = string[];

/** Answers every start in one way, or fails it. */
export class ScriptedClient implements Pick<Client, 'prepare' | 'startConversation'>, OutcomeClient {
  readonly status: AskService<StatusOperations> = (ask) => ask(this);
  readonly preparation: AskService<PreparationOperations> = (ask) => ask(this);
  readonly requests: ConversationStartRequest[] = [];
  /** The signals that came with the start and with each question. */
  readonly signals: (AbortSignal | undefined)[] = [];
  readonly #diary: Diary;
  readonly #answer: ConversationStartResponse | StartTask | Error;
  readonly #misfit: Error | undefined;

  /** @param misfit what is wrong with every request */
  constructor(diary: Diary, answer: ConversationStartResponse | StartTask | Error, misfit?: Error) {
    this.#diary = diary;
    this.#answer = answer;
    this.#misfit = misfit;
  }

  prepare(request: ConversationStartRequest, signal?: AbortSignal): Promise<StartBody> {
    this.signals.push(signal);
    return this.#misfit ? Promise.reject(this.#misfit) : Promise.resolve({ json: JSON.stringify(request) });
  }

  startConversation({ json }: StartBody, signal?: AbortSignal): Promise<ConversationStartResponse | StartTask> {
    this.#diary.push('request');
    this.requests.push(JSON.parse(json) as ConversationStartRequest);
    this.signals.push(signal);
    return this.#answer instanceof Error ? Promise.reject(this.#answer) : Promise.resolve(this.#answer);
  }

  startTask(id: string): Promise<StartTask | null> {
    return Promise.reject(new Error(`There is no task ${id}.`));
  }

  conversations(ids: readonly string[]): Promise<readonly (ConversationState | null)[]> {
    return Promise.reject(new Error(`Nobody agreed to ask for ${ids.join()}.`));
  }

  newestStarts(since: number): Promise<readonly ListedStart[]> {
    return Promise.reject(new Error(`Nobody agreed to ask for starts since ${since}.`));
  }
}

/** Saves what it is told, and can be made to fail as on a full disk, with a rejected promise or by throwing. */
export class RecordingHistory implements StartRecorder {
  readonly conversations: Conversation[] = [];
  readonly changes: ConversationChange[] = [];
  readonly #diary: Diary;
  readonly #failing: { readonly sent?: true; readonly changed?: 'rejects' | 'throws' };

  constructor(diary: Diary, failing: { readonly sent?: true; readonly changed?: 'rejects' | 'throws' } = {}) {
    this.#diary = diary;
    this.#failing = failing;
  }

  async add(conversation: Conversation): Promise<void> {
    // Not on disk until a while later: callers that don't wait for it are found out.
    await new Promise((resolve) => setImmediate(resolve));
    if (this.#failing.sent) throw new Error('disk full');
    this.#diary.push('remembered');
    this.conversations.push(conversation);
  }

  change(id: string, change: ConversationChange): Promise<void> {
    if (this.#failing.changed === 'throws') throw new Error('disk gone');
    if (this.#failing.changed === 'rejects') return Promise.reject(new Error('disk full'));
    this.#diary.push(`changed ${id}`);
    this.changes.push(change);
    return Promise.resolve();
  }
}

/** The answer of a service of API V1: a status, with a detail if it's an error; `null`, or an error. */
export type Said = string | null | Error | readonly ['ERROR', string] | StartTask;

/**
 * Accepts every start with a task, and says about it, one after the other, what the script says; the last one for ever.
 */
export class PreparingClient extends ScriptedClient {
  readonly asked: string[] = [];
  /** The answer to the question for the newest starts. */
  remembered: readonly ListedStart[] | Error = [];
  readonly #script: Said[];
  readonly #known: ConversationState | null | Error;

  /** @param known the answer to the question for a conversation */
  constructor(
    diary: Diary,
    script: readonly Said[],
    known: ConversationState | null | Error = null,
    answer: ConversationStartResponse | StartTask | Error = taskThatSays('WORKING'),
  ) {
    super(diary, answer);
    this.#script = [...script];
    this.#known = known;
  }

  override startTask(id: string, signal?: AbortSignal): Promise<StartTask | null> {
    this.asked.push(id);
    this.signals.push(signal);
    const said = this.#script.length > 1 ? this.#script.shift() : this.#script[0];
    if (said instanceof Error) return Promise.reject(said);
    return Promise.resolve(said === null || said === undefined ? null : taskThatSays(said));
  }

  override conversations(
    [id]: readonly string[],
    signal?: AbortSignal,
  ): Promise<readonly (ConversationState | null)[]> {
    this.asked.push(`conversation ${id}`);
    this.signals.push(signal);
    return this.#known instanceof Error ? Promise.reject(this.#known) : Promise.resolve([this.#known]);
  }

  override newestStarts(since: number, signal?: AbortSignal): Promise<readonly ListedStart[]> {
    this.asked.push(`starts since ${since}`);
    this.signals.push(signal);
    return this.remembered instanceof Error ? Promise.reject(this.remembered) : Promise.resolve(this.remembered);
  }
}

export function taskThatSays(said: string | readonly ['ERROR', string] | StartTask): StartTask {
  if (said instanceof StartTask) return said;
  const [status, detail] = typeof said === 'string' ? ([said] as const) : said;
  const ready = status === 'READY' && { conversationId: 'c1' };
  return new StartTask({ id: 't1', status, ...(detail !== undefined && { detail }), ...ready });
}
