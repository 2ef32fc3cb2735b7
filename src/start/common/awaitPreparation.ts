import {
  askPreparation,
  type Accepted,
  type Preparation,
  type Unawaited,
} from '../../conversations/common/preparation';
import { answerByError } from '../../conversations/common/statusAnswer';
import type { Client } from '../../client/common/client';
import type { StartTask } from '../../client/common/startTask';
import { pauseAfter, type Clock } from '../../base/common/clock';

export interface WaitingPorts extends Clock {
  readonly client: Pick<Client, 'startTask' | 'conversations'>;
  /** Called with each answer that isn't the last one. */
  readonly onStage: (task: StartTask) => Promise<void>;
}

const second = 1000;

/** Time between two questions, in milliseconds. */
const interval = 3 * second;
/** Times to wait after failures, unless the service asks for longer ones. */
const pauses = { first: interval, longest: 30 * second };
/** Time that an accepted start is waited for, in milliseconds. */
export const waitsFor = 10 * 60 * second;

/** One instance of a service may not know yet what another one has accepted. */
const timesLost = 3;

/** Asks for the task of an accepted start until it has an outcome, or waiting has one. */
export async function awaitPreparation(
  start: Accepted,
  { client, after, onStage }: WaitingPorts,
  signal?: AbortSignal,
): Promise<Exclude<Preparation, { kind: 'preparing' }> | Unawaited> {
  // Time that was waited on purpose. A machine that sleeps doesn't wait, and a clock can be set.
  let waited = 0;
  let failures = 0;
  let losses = 0;
  for (let pause = interval; ;) {
    // A question that would come too late isn't asked earlier: the service may have asked for the pause.
    const isLast = waited + pause > waitsFor;
    const wait = isLast ? waitsFor - waited : pause;
    await pauseFor(wait, after, signal);
    waited += wait;
    if (signal?.aborted) return { kind: 'cancelled' };
    if (isLast) return { kind: 'late' };
    try {
      const said = await askPreparation(client, start, signal);
      if (said.kind === 'preparing') {
        await onStage(said.task);
        losses = 0;
      } else if (said.kind !== 'lost' || ++losses === timesLost) return said;
      failures = 0;
      pause = interval;
    } catch (error) {
      const answer = answerByError(error);
      if (answer.kind !== 'failed') return { kind: 'rejected', error };
      pause = pauseAfter(++failures, pauses, answer.retryAfterSeconds);
    }
  }
}

function pauseFor(milliseconds: number, after: Clock['after'], signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = after(milliseconds, done);
    function done(): void {
      timer.dispose();
      signal?.removeEventListener('abort', done);
      resolve();
    }
    if (signal?.aborted) done();
    else signal?.addEventListener('abort', done);
  });
}
