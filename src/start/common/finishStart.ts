import type { Conversation } from '../../conversations/common/conversation';
import {
  changeByPreparation,
  PreparationError,
  preparationOf,
  type Accepted,
} from '../../conversations/common/preparation';
import { staleAfter } from '../../conversations/common/reportedStatus';
import type { Client } from '../../client/common/client';
import type { StartTask } from '../../client/common/startTask';
import type { Clock } from '../../base/common/clock';
import { awaitPreparation } from './awaitPreparation';
import { note, startedAs, withReason, type OutcomePorts, type StartResult } from './startResult';

/** Dependencies of waiting for an accepted start. */
export interface FinishPorts extends Clock, OutcomePorts {
  readonly client: Pick<Client, 'startTask' | 'conversations'>;
  /** Called with each stage of an accepted start. */
  readonly onStage?: (stage: string) => void;
}

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
