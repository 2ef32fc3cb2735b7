import type { Conversation, ConversationChange } from '../../conversations/common/conversation';
import type { StartMemory } from '../../conversations/common/history';
import {
  changeByPreparation,
  PreparationError,
  preparationOf,
  type Accepted,
  type Preparation,
} from '../../conversations/common/preparation';
import { staleAfter } from '../../conversations/common/reportedStatus';
import type { Client } from '../../client/common/client';
import type { ConversationStartResponse } from '../../client/common/records';
import type { StartTask } from '../../client/common/startTask';
import type { Clock } from '../../base/common/clock';
import { awaitPreparation } from './awaitPreparation';

/** Dependencies of waiting for an accepted start. */
export interface FinishPorts extends Clock {
  readonly client: Pick<Client, 'startTask' | 'conversations'>;
  readonly memory: Pick<StartMemory, 'changed'>;
  /** Called with each stage of an accepted start. */
  readonly onStage?: (stage: string) => void;
  readonly explain: (error: unknown) => Explained | Promise<Explained>;
}

/** Explanation of a failed start. */
export interface Explained {
  /** The message that explains the error to the user, saved with the conversation. */
  readonly problem: string;
  /** A check of the service has shown that it did not start. */
  readonly notStarted?: true;
}

/** Result of a start. There are four outcomes, not two: it may still be prepared when waiting for it ends. */
export type StartResult =
  | { readonly outcome: 'started'; readonly id: string; readonly response: ConversationStartResponse }
  | {
      readonly outcome: 'notStarted' | 'mayHaveStarted' | 'preparing';
      readonly id: string;
      readonly error: unknown;
    };

/** A start that a service has accepted, and the process that waits for it. */
export interface AcceptedStart extends Accepted, Pick<Conversation, 'id' | 'baseUrl' | 'stageAt'> {
  readonly waiter: number;
}

/**
 * Waits for the outcome of an accepted start, and saves it, with each stage on the way. Nothing is sent again.
 * @param answered what the service has just said; absent if it has to be asked
 */
export async function finishStart(
  start: AcceptedStart,
  ports: FinishPorts,
  answered?: StartTask,
  signal?: AbortSignal,
): Promise<StartResult> {
  const { id, waiter } = start;
  const stages = new Stages(start, ports);
  const said = answered && preparationOf(answered);
  const isOver = said !== undefined && said.kind !== 'preparing';
  if (answered && !isOver) await stages.take(answered);
  const end = isOver ? said : await awaitPreparation(start, { ...ports, onStage: (task) => stages.take(task) }, signal);
  switch (end.kind) {
    case 'started':
      await note(id, changeByPreparation(end, ports.now()), ports);
      return startedAs(id, end);
    case 'failed':
    case 'lost':
      await note(id, changeByPreparation(end, ports.now(), stages.lastAt), ports);
      break;
    case 'cancelled':
    case 'late':
    case 'rejected':
      await note(id, { outcome: 'mayHaveStarted', waiter: 0, waitedBefore: waiter }, ports);
      break;
  }
  return withReason({ outcome: outcomes[end.kind], id, error: new PreparationError(start, end) }, ports);
}

const outcomes = {
  failed: 'notStarted',
  lost: 'mayHaveStarted',
  cancelled: 'preparing',
  late: 'preparing',
  rejected: 'preparing',
} as const satisfies Record<PreparationError['end']['kind'], StartResult['outcome']>;

/** Saves the stages of one start, and tells them. */
class Stages {
  readonly #id: string;
  readonly #ports: FinishPorts;
  #last: { readonly stage: string; readonly at: number };

  constructor({ id, stageAt = 0 }: AcceptedStart, ports: FinishPorts) {
    this.#id = id;
    this.#ports = ports;
    this.#last = { stage: '', at: stageAt };
  }

  /** Time when the last one was reported, in milliseconds since 1970. */
  get lastAt(): number {
    return this.#last.at;
  }

  async take(task: StartTask): Promise<void> {
    const { stage, at: before } = this.#last;
    const change = changeByPreparation({ kind: 'preparing', task }, this.#ports.now(), before);
    const { stageAt: at = before } = change;
    this.#ports.onStage?.(task.status);
    if (task.status === stage && at - before < staleAfter) return;
    this.#last = { stage: task.status, at };
    await note(this.#id, change, this.#ports);
  }
}

export function startedAs(id: string, { conversationId, state }: Started): StartResult {
  const status = state && { conversation_status: state.status };
  return { outcome: 'started', id, response: { status: 'ok', conversation_id: conversationId, ...status } };
}

type Started = Extract<Preparation, { kind: 'started' }>;
type Unstarted = Exclude<StartResult, { outcome: 'started' }>;

/** Saves why it didn't start, or may not have. */
export async function withReason(result: StartResult, ports: FinishPorts): Promise<StartResult> {
  if (result.outcome === 'started') return result;
  const { problem, notStarted = false } = await explained(result.error, ports.explain);
  const outcome: Unstarted['outcome'] = notStarted ? 'notStarted' : result.outcome;
  const change = { ...(notStarted && { outcome: 'notStarted' as const }), ...(problem !== '' && { problem }) };
  if (Object.keys(change).length > 0) await note(result.id, change, ports);
  return { ...result, outcome };
}

export async function note(id: string, change: ConversationChange, { memory }: FinishPorts): Promise<void> {
  try {
    await memory.changed(id, change);
  } catch {
    // The service's answer is valid, whether or not it can be saved here.
  }
}

/** An outcome without an explanation is better than none. */
async function explained(error: unknown, explain: FinishPorts['explain']): Promise<Explained> {
  try {
    return await explain(error);
  } catch {
    return { problem: '' };
  }
}
