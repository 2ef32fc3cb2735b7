import { pauseAfter, pauseFor, type Clock } from '../base/clock';
import type { Log } from '../base/log';
import type { StartTask } from '../client/client';
import type { Conversation, ConversationChange } from './conversation';
import {
  askPreparation,
  changeByPreparation,
  hasStalled,
  preparationOf,
  waitsFor,
  type AskedOf,
  type PreparationEnd,
  type Preparation,
  PreparationError,
} from './preparation';
import { staleAfter } from './reportedStatus';
import { answerByError } from './takeState';
import type { ConversationStartResponse } from '../client/records';
import type { StartMemory } from './historyTrouble';

interface WaitingPorts extends Clock {
  readonly client: AskedOf;
  readonly log: Pick<Log, 'warn'>;
  readonly save: (change: ConversationChange) => Promise<void>;
  /** Called after each question. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** What is known of a start while it is waited for. */
export interface Progress {
  /** The last reported stage, in the service's words; empty if there is none yet. */
  readonly stage: string;
  /** Number of the last questions that the service didn't answer. */
  readonly unanswered: number;
}

/** Times to wait after failures, unless the service asks for longer ones; the first is that between two questions. */
const pauses = { first: 3_000, longest: 30_000 };

/** One instance of a service may not know yet what another one has accepted. */
const timesLost = 3;

/**
 * A start that a service has accepted, and only then prepares: what is said of it is saved, whether it was just sent, is
 * waited for in another window, or was asked for once. Nothing is sent again.
 */
export class AcceptedStart {
  readonly #start: Conversation;
  readonly #ports: WaitingPorts;
  #last: { readonly stage: string; readonly at: number; readonly movedAt: number | undefined };

  constructor(start: Conversation, ports: WaitingPorts) {
    this.#start = start;
    this.#ports = ports;
    this.#last = { stage: '', at: start.stageAt ?? 0, movedAt: start.movedAt };
  }

  /** Saves what the service has said. A stage that stays is saved now and then. */
  async take(said: Preparation): Promise<void> {
    const { stage, at, movedAt } = this.#last;
    const change = changeByPreparation(said, this.#ports.now(), this.#start, at);
    if (said.kind === 'preparing') {
      const { stageAt = at } = change;
      const isSame = said.task.status === stage && change.movedAt === movedAt;
      if (isSame && stageAt - at < staleAfter && !hasStalled(change, stageAt)) return;
      this.#last = { stage: said.task.status, at: stageAt, movedAt: change.movedAt };
    }
    await this.#ports.save(change);
  }

  /**
   * Asks until there is an outcome, or waiting has one.
   * @param answered what the service has just said; absent if it has to be asked
   */
  async wait(answered?: StartTask, signal?: AbortSignal): Promise<PreparationEnd> {
    // One that is ready and doesn't say of which conversation is asked again.
    const said = answered && (preparationOf(answered) ?? { kind: 'preparing', task: answered });
    if (said?.kind === 'preparing') await this.#takeStage(said);
    const end = said && said.kind !== 'preparing' ? said : await this.#ask(signal);
    if (end.kind === 'started' || end.kind === 'failed' || end.kind === 'lost') await this.take(end);
    else await this.#ports.save({ waiter: 0, waitedBefore: this.#start.waiter ?? 0 });
    return end;
  }

  async #ask(signal: AbortSignal | undefined): Promise<PreparationEnd> {
    const { client, after, now, log, onProgress } = this.#ports;
    // Time that was waited on purpose. A machine that sleeps doesn't wait, and a clock can be set.
    let waited = 0;
    let unanswered = 0;
    let losses = 0;
    for (let pause = pauses.first; ;) {
      // A question that would come too late isn't asked earlier: the service may have asked for the pause.
      const isLast = waited + pause > waitsFor;
      const wait = isLast ? waitsFor - waited : pause;
      await pauseFor(wait, { after }, signal);
      waited += wait;
      if (signal?.aborted) return { kind: 'cancelled' };
      if (isLast) return { kind: 'late', unanswered };
      try {
        const said = await askPreparation(client, this.#start, signal);
        pause = pauses.first;
        unanswered = 0;
        if (said.kind === 'preparing') {
          losses = 0;
          await this.#takeStage(said);
          if (hasStalled({ movedAt: this.#last.movedAt }, now())) return { kind: 'stalled' };
        } else if (said.kind !== 'lost' || ++losses === timesLost) return said;
      } catch (error) {
        if (signal?.aborted) return { kind: 'cancelled' };
        log.warn("A start wasn't reported on.", { error: String(error) });
        const answer = answerByError(error);
        if (answer.kind !== 'failed') return { kind: 'rejected', error };
        pause = pauseAfter(++unanswered, pauses, answer.retryAfterSeconds);
        onProgress?.({ stage: this.#last.stage, unanswered });
      }
    }
  }

  async #takeStage(said: Extract<Preparation, { kind: 'preparing' }>): Promise<void> {
    this.#ports.onProgress?.({ stage: said.task.status, unanswered: 0 });
    await this.take(said);
  }
}

/** Explanation of a failed start. */
interface Explained {
  /** The message that explains the error to the user, saved with the conversation. */
  readonly problem: string;
  /** A check of the service has shown that it did not start. */
  readonly notStarted?: true;
}

/** Result of a start. `preparing`: nobody waits for it any more, and it may still start. */
export type StartResult =
  | { readonly outcome: 'started'; readonly id: string; readonly response: ConversationStartResponse }
  | {
      readonly outcome: 'notStarted' | 'mayHaveStarted' | 'preparing';
      readonly id: string;
      readonly error: unknown;
    };

export interface OutcomePorts {
  readonly memory: Pick<StartMemory, 'change'>;
  readonly explain: (error: unknown) => Explained | Promise<Explained>;
}

export interface FinishPorts extends OutcomePorts, Omit<WaitingPorts, 'save'> {}

/**
 * Waits for the outcome of a start that a service has accepted, and saves it.
 * @param answered what the service has just said; absent if it has to be asked
 */
export async function finishStart(
  start: Conversation,
  ports: FinishPorts,
  answered?: StartTask,
  signal?: AbortSignal,
): Promise<StartResult> {
  const { id } = start;
  const save = (change: ConversationChange) => note(id, change, ports);
  const end = await new AcceptedStart(start, { ...ports, save }).wait(answered, signal);
  if (end.kind === 'started') return startedAs(id, end);
  const error = new PreparationError(start, end);
  const ended = end.kind === 'failed' ? 'notStarted' : 'mayHaveStarted';
  return withReason({ outcome: error.isPreparing ? 'preparing' : ended, id, error }, ports);
}

export function startedAs(id: string, { conversationId, state }: Started): StartResult {
  const status = state && { conversation_status: state.status };
  return { outcome: 'started', id, response: { status: 'ok', conversation_id: conversationId, ...status } };
}

type Started = Extract<Preparation, { kind: 'started' }>;

/** Saves why it didn't start, or may not have. */
export async function withReason(result: StartResult, ports: OutcomePorts): Promise<StartResult> {
  if (result.outcome === 'started') return result;
  const { problem, notStarted = false } = await explanationOf(result.error, ports.explain);
  const change = { ...(notStarted && { outcome: 'notStarted' as const }), ...(problem !== '' && { problem }) };
  if (Object.keys(change).length > 0) await note(result.id, change, ports);
  return notStarted ? { ...result, outcome: 'notStarted' } : result;
}

export async function note(
  id: string,
  change: ConversationChange,
  { memory }: Pick<OutcomePorts, 'memory'>,
): Promise<void> {
  try {
    await memory.change(id, change);
  } catch {
    // The service's answer is valid, whether or not it can be saved here.
  }
}

/** An outcome without an explanation is better than none. */
async function explanationOf(error: unknown, explain: OutcomePorts['explain']): Promise<Explained> {
  try {
    return await explain(error);
  } catch {
    return { problem: '' };
  }
}
