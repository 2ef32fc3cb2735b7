import type { Conversation, ConversationChange } from './conversation';
import type { Client } from '../../client/common/client';
import type { ConversationState } from '../../client/common/records';
import { answerByError } from './statusAnswer';
import { endOfTask, type StartTask } from '../../client/common/startTask';

/** What is known of a start that a service has accepted. */
export type Preparation =
  | { readonly kind: 'preparing'; readonly task: StartTask }
  | { readonly kind: 'started'; readonly conversationId: string; readonly state?: ConversationState }
  /** The service gave it up; `detail` is its reason, if it said one. */
  | { readonly kind: 'failed'; readonly detail?: string }
  /** The service knows neither the task nor the conversation. */
  | { readonly kind: 'lost' };

/** Reason why a start that may still be prepared is no longer waited for. */
export type Unawaited =
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'late' }
  /** The service can't be asked about it. */
  | { readonly kind: 'rejected'; readonly error: unknown };

/** An accepted start that isn't known to have become a conversation, in data; its words are made elsewhere. */
export class PreparationError extends Error {
  override readonly name = 'PreparationError';
  readonly baseUrl: string;
  /** The extension's own id of the start. */
  readonly id: string;
  readonly end: Extract<Preparation, { kind: 'failed' | 'lost' }> | Unawaited;

  constructor({ baseUrl, id }: Pick<Conversation, 'baseUrl' | 'id'>, end: PreparationError['end']) {
    const detail = end.kind === 'failed' && end.detail !== undefined ? ` (${end.detail})` : '';
    super(`accepted, then ${end.kind}${detail}`, end.kind === 'rejected' ? { cause: end.error } : undefined);
    this.baseUrl = baseUrl;
    this.id = id;
    this.end = end;
  }

  /** True if it may still be prepared. */
  get isPreparing(): boolean {
    return this.end.kind !== 'failed' && this.end.kind !== 'lost';
  }
}

/** The ids by which a service can be asked for a start that it has accepted. */
export interface Accepted {
  readonly taskId?: string | undefined;
  readonly proposedId?: string | undefined;
}

type AskedOf = Pick<Client, 'startTask' | 'conversations'>;

/**
 * Asks for the task of an accepted start, and for its conversation if the service has lost the task, or
 * can't be asked for it.
 * @throws {ServiceError}
 */
export async function askPreparation(
  client: AskedOf,
  { taskId = '', proposedId }: Accepted,
  signal?: AbortSignal,
): Promise<Preparation> {
  let task: StartTask | null;
  try {
    task = await client.startTask(taskId, signal);
  } catch (error) {
    const isLasting = answerByError(error).kind !== 'failed';
    const found = isLasting ? await askProposed(client, proposedId, signal) : undefined;
    if (found) return found;
    throw error;
  }
  const said = task && preparationOf(task);
  return said ?? (await askProposed(client, proposedId, signal)) ?? { kind: 'lost' };
}

/** What a task says; `undefined` if it's ready and doesn't say of which conversation. */
export function preparationOf(task: StartTask): Exclude<Preparation, { kind: 'lost' }> | undefined {
  const { status, detail, conversationId } = task;
  switch (status) {
    case endOfTask.ready:
      return conversationId === undefined ? undefined : { kind: 'started', conversationId };
    case endOfTask.failed:
      return { kind: 'failed', ...(detail !== undefined && { detail }) };
    default:
      return { kind: 'preparing', task };
  }
}

/**
 * Asks for the conversation with an id of ours, once.
 * @returns `undefined` if the service doesn't know it, which doesn't prove that it won't start
 * @throws {ServiceError}
 */
export async function askProposed(
  client: Pick<Client, 'conversations'>,
  proposedId: string | undefined,
  signal?: AbortSignal,
): Promise<Extract<Preparation, { kind: 'started' }> | undefined> {
  if (proposedId === undefined) return undefined;
  const [state = null] = await client.conversations([proposedId], signal);
  return state === null ? undefined : { kind: 'started', conversationId: proposedId, state };
}

/**
 * The answer as a change of the history.
 * @param knownAt time when the stage that is known was reported
 */
export function changeByPreparation(said: Preparation, now: number, knownAt = 0): ConversationChange {
  // The clock may have been set back, and of two reports the later one counts.
  const stageAt = Math.max(now, knownAt);
  switch (said.kind) {
    case 'preparing':
      return {
        outcome: 'mayHaveStarted',
        taskId: said.task.id,
        // An empty stage is that of a lost task.
        stage: said.task.status || 'UNKNOWN',
        stageAt,
      };
    case 'started': {
      const { conversationId, state } = said;
      const report = state && { status: state.status, reportedAt: now, runtimeStatus: state.runtime_status ?? '' };
      return { outcome: 'started', conversationId, ...report };
    }
    case 'failed':
      return { outcome: 'notStarted' };
    case 'lost':
      return { outcome: 'mayHaveStarted', stage: '', stageAt };
  }
}
