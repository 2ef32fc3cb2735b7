import { pauseAfter, pauseFor, type Clock } from '../base/clock';
import type { Log } from '../base/log';
import { isLasting, retryAfterOf } from '../client/serviceError';
import type { Conversation, ConversationChange } from './conversation';
import {
  askPreparation,
  changeFromPreparation,
  PreparationError,
  maxPreparationTime,
  type OutcomeClient,
  type Preparation,
  type PreparationEnd,
  type WaitEnd,
} from './preparation';
import { staleAfter } from './reportedStatus';
import { NotConnected } from '../service/serviceConnection';
import type { ConversationStartResponse } from '../client/records';
import type { StartRecorder } from './history';

export interface Progress {
  /** The last reported stage, in the service's words; empty if there is none yet. */
  readonly stage: string;
  /** Number of consecutive requests, up to the last one, that the service didn't answer. */
  readonly unanswered: number;
}

/**
 * Milliseconds between two requests: `first` as long as they're answered, then longer after each failure, up to `longest`.
 * A service may ask for a longer pause.
 */
const pauses = { first: 3_000, longest: 30_000 };

/**
 * How many times in a row a service must say that it doesn't know a start before that counts: one of its instances may hear
 * of it later than another.
 */
const timesLost = 3;

/** The result of a start. `preparing`: it may still start, but nothing waits for it any more. */
export type StartResult =
  | { readonly outcome: 'started'; readonly id: string; readonly response: ConversationStartResponse }
  | { readonly outcome: 'notStarted' | 'mayHaveStarted' | 'preparing'; readonly id: string; readonly error: unknown };

export interface FinishPorts extends Clock {
  readonly client: OutcomeClient;
  readonly history: Pick<StartRecorder, 'change'>;
  readonly log: Pick<Log, 'warn'>;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/**
 * Waits until a service has prepared the conversation of an accepted start, and saves the outcome. Called in the window that
 * sent the start or, if that is gone, in another one. Sends nothing again.
 * @param first the service's latest answer; `undefined` if it has to be asked
 */
export async function finishStart(
  start: Conversation,
  ports: FinishPorts,
  first: Preparation | undefined,
  signal: AbortSignal | undefined,
): Promise<StartResult> {
  const { id } = start;
  const end = await new PreparationWait(start, ports, signal).untilEnd(first);
  const isOutcome = end.kind === 'started' || end.kind === 'failed' || end.kind === 'lost';
  await saveIfPossible(id, isOutcome ? changeFromPreparation(end, ports.now()) : { waiter: '' }, ports);
  if (end.kind === 'started') {
    const { conversationId, state } = end;
    const status = state && { conversation_status: state.status };
    return { outcome: 'started', id, response: { status: 'ok', conversation_id: conversationId, ...status } };
  }
  const error = new PreparationError(start, end);
  const finalOutcome = end.kind === 'failed' ? 'notStarted' : 'mayHaveStarted';
  return { outcome: error.isPreparing ? 'preparing' : finalOutcome, id, error };
}

/**
 * Asks until there is an outcome, or the wait ends. Saves each new stage, and repeatedly one that stays the same, so that
 * other windows see that this one is waiting.
 */
class PreparationWait {
  readonly #ports: FinishPorts;
  readonly #signal: AbortSignal | undefined;
  /** The start with the id of its task that the service reported last. */
  #start: Conversation;
  #savedStage: { readonly stage: string; readonly at: number };
  /** Sum of the pauses in milliseconds, not the time that has passed: the machine may have been asleep. */
  #waited = 0;
  #unanswered = 0;
  /** Number of consecutive answers that the service doesn't know the start. */
  #timesLost = 0;
  #pause = pauses.first;

  constructor(start: Conversation, ports: FinishPorts, signal: AbortSignal | undefined) {
    this.#start = start;
    this.#ports = ports;
    this.#signal = signal;
    this.#savedStage = { stage: '', at: start.stageAt ?? 0 };
  }

  async untilEnd(first: Preparation | undefined): Promise<PreparationEnd> {
    let answer: Preparation | WaitEnd | undefined = first;
    for (;;) {
      if (answer?.kind === 'preparing') await this.#reportStage(answer);
      else if (answer && this.#isEnd(answer)) return answer;
      const end = await this.#waitForNext();
      if (end) return end;
      answer = await this.#ask();
    }
  }

  async #reportStage(answer: Extract<Preparation, { kind: 'preparing' }>): Promise<void> {
    const { now, onProgress } = this.#ports;
    const { id: taskId, status: stage } = answer.task;
    this.#timesLost = 0;
    this.#start = { ...this.#start, taskId };
    onProgress?.({ stage, unanswered: this.#unanswered });
    const { stage: savedStage, at } = this.#savedStage;
    if (stage === savedStage && now() - at < staleAfter) return;
    await saveIfPossible(this.#start.id, changeFromPreparation(answer, now(), at), this.#ports);
    this.#savedStage = { stage, at: now() };
  }

  #isEnd({ kind }: PreparationEnd): boolean {
    return kind !== 'lost' || ++this.#timesLost === timesLost;
  }

  /** Pauses before the next request. Returns the end of the wait if there is to be none. */
  async #waitForNext(): Promise<WaitEnd | undefined> {
    // A pause that would end too late isn't shortened for one more request, because the service may have asked for it.
    const isLast = this.#waited + this.#pause > maxPreparationTime;
    const pause = isLast ? maxPreparationTime - this.#waited : this.#pause;
    await pauseFor(pause, this.#ports, this.#signal);
    this.#waited += pause;
    if (this.#signal?.aborted) return { kind: 'cancelled' };
    return isLast ? { kind: 'late', unanswered: this.#unanswered } : undefined;
  }

  /** @returns `undefined` if the service may answer next time */
  async #ask(): Promise<Preparation | WaitEnd | undefined> {
    const { client, log, onProgress } = this.#ports;
    try {
      const answer = await askPreparation(client, this.#start, this.#signal);
      this.#pause = pauses.first;
      this.#unanswered = 0;
      return answer;
    } catch (error) {
      if (this.#signal?.aborted) return { kind: 'cancelled' };
      log.warn("A start wasn't reported on.", { error: String(error) });
      if (isLasting(error) || error instanceof NotConnected) return { kind: 'rejected', error };
      this.#unanswered++;
      this.#pause = pauseAfter(this.#unanswered, pauses, retryAfterOf(error));
      onProgress?.({ stage: this.#savedStage.stage, unanswered: this.#unanswered });
      return undefined;
    }
  }
}

export async function saveIfPossible(id: string, change: ConversationChange, { history }: FinishPorts): Promise<void> {
  try {
    await history.change(id, change);
  } catch {
    // The service's answer is valid, whether or not it can be saved here.
  }
}
