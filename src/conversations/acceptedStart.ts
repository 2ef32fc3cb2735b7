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
import type { ConversationStartResponse } from '../client/records';
import type { StartRecorder } from './history';

/** The progress of an accepted start. */
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

/** How often a service must say that it doesn't know a start: one of its instances may hear of it later than another. */
const timesLost = 3;

/** The result of a start. `preparing`: it may still start, but nothing waits for it any more. */
export type StartResult =
  | { readonly outcome: 'started'; readonly id: string; readonly response: ConversationStartResponse }
  | { readonly outcome: 'notStarted' | 'mayHaveStarted' | 'preparing'; readonly id: string; readonly error: unknown };

export interface FinishPorts extends Clock {
  readonly client: OutcomeClient;
  readonly memory: Pick<StartRecorder, 'change'>;
  readonly log: Pick<Log, 'warn'>;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/**
 * Waits until a service has prepared the conversation of an accepted start, and saves the outcome. Called in the window that
 * sent the start or, if that is gone, in another one. Sends nothing again.
 * @param first the service's latest answer; absent if it has to be asked
 */
export async function finishStart(
  start: Conversation,
  ports: FinishPorts,
  first?: Preparation,
  signal?: AbortSignal,
): Promise<StartResult> {
  const { id } = start;
  const end = await waitForEnd(start, ports, first, signal);
  const isOutcome = end.kind === 'started' || end.kind === 'failed' || end.kind === 'lost';
  await note(id, isOutcome ? changeFromPreparation(end, ports.now()) : { waiter: 0 }, ports);
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
async function waitForEnd(
  start: Conversation,
  ports: FinishPorts,
  first: Preparation | undefined,
  signal: AbortSignal | undefined,
): Promise<PreparationEnd> {
  const { client, log, now, onProgress } = ports;
  let accepted = start;
  let known = { stage: '', at: start.stageAt ?? 0 };
  // Sum of the pauses, not the time that has passed: the machine may have been asleep.
  let waited = 0;
  let unanswered = 0;
  let losses = 0;
  let pause = pauses.first;
  const ask = async (): Promise<Preparation | WaitEnd | undefined> => {
    try {
      const said = await askPreparation(client, accepted, signal);
      pause = pauses.first;
      unanswered = 0;
      return said;
    } catch (error) {
      if (signal?.aborted) return { kind: 'cancelled' };
      log.warn("A start wasn't reported on.", { error: String(error) });
      if (isLasting(error)) return { kind: 'rejected', error };
      pause = pauseAfter(++unanswered, pauses, retryAfterOf(error));
      onProgress?.({ stage: known.stage, unanswered });
      return undefined;
    }
  };
  let said: Preparation | WaitEnd | undefined = first;
  for (;;) {
    if (said?.kind === 'preparing') {
      losses = 0;
      const { id, status: stage } = said.task;
      accepted = { ...start, taskId: id };
      onProgress?.({ stage, unanswered });
      if (stage !== known.stage || now() - known.at >= staleAfter) {
        await note(start.id, changeFromPreparation(said, now(), known.at), ports);
        known = { stage, at: now() };
      }
    } else if (said && (said.kind !== 'lost' || ++losses === timesLost)) return said;
    // A pause that would end too late isn't shortened for one more request, because the service may have asked for it.
    const isLast = waited + pause > maxPreparationTime;
    const wait = isLast ? maxPreparationTime - waited : pause;
    await pauseFor(wait, ports, signal);
    waited += wait;
    if (signal?.aborted) return { kind: 'cancelled' };
    if (isLast) return { kind: 'late', unanswered };
    said = await ask();
  }
}

export async function note(id: string, change: ConversationChange, { memory }: FinishPorts): Promise<void> {
  try {
    await memory.change(id, change);
  } catch {
    // The service's answer is valid, whether or not it can be saved here.
  }
}
