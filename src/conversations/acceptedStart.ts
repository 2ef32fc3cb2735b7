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

/** The progress of a start that is waited for. */
export interface Progress {
  /** The last reported stage, in the service's words; empty if there is none yet. */
  readonly stage: string;
  /** Number of consecutive requests, up to the last one, that the service didn't answer. */
  readonly unanswered: number;
}

/** Times to wait after failures, unless the service asks for longer ones; the first is that between two questions. */
const pauses = { first: 3_000, longest: 30_000 };

/** One instance of a service may not know yet what another one has accepted. */
const timesLost = 3;

/** Result of a start. `preparing`: nobody waits for it any more, and it may still start. */
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
 * Waits for the outcome of a start that a service has accepted and only then prepares, and saves it: in the window that
 * sent it, and in one that waits in its place. Nothing is sent again.
 * @param said what the service has just said; absent if it has to be asked
 */
export async function finishStart(
  start: Conversation,
  ports: FinishPorts,
  said?: Preparation,
  signal?: AbortSignal,
): Promise<StartResult> {
  const { id } = start;
  const end = await endOf(start, ports, said, signal);
  const isOutcome = end.kind === 'started' || end.kind === 'failed' || end.kind === 'lost';
  await note(id, isOutcome ? changeFromPreparation(end, ports.now()) : { waiter: 0 }, ports);
  if (end.kind === 'started') {
    const { conversationId, state } = end;
    const status = state && { conversation_status: state.status };
    return { outcome: 'started', id, response: { status: 'ok', conversation_id: conversationId, ...status } };
  }
  const error = new PreparationError(start, end);
  const ended = end.kind === 'failed' ? 'notStarted' : 'mayHaveStarted';
  return { outcome: error.isPreparing ? 'preparing' : ended, id, error };
}

/** Asks until there is an outcome, or waiting has one. Saves each stage, and now and then one that stays. */
async function endOf(
  start: Conversation,
  ports: FinishPorts,
  first: Preparation | undefined,
  signal: AbortSignal | undefined,
): Promise<PreparationEnd> {
  const { client, log, now, onProgress } = ports;
  let accepted = start;
  let known = { stage: '', at: start.stageAt ?? 0 };
  // Time that was waited on purpose. A machine that sleeps doesn't wait.
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
    // A question that would come too late isn't asked earlier: the service may have asked for the pause.
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
