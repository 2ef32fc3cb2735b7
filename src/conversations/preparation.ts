import { apiNamed } from '../client/apis/registry';
import { comparableId } from '../client/conversationId';
import { maxClockDifference } from '../base/clock';
import type { Conversation, ConversationChange } from './conversation';
import { type PreparationOperations, type StartTask, type StatusOperations, finalTaskStatus } from '../client/client';
import type { ConversationState } from '../client/records';
import { isLasting, type ServiceError } from '../client/serviceError';
import { type AskService, type ServiceAccess, withClient } from '../service/serviceConnection';

export type Preparation =
  | { readonly kind: 'preparing'; readonly task: StartTask }
  | { readonly kind: 'started'; readonly conversationId: string; readonly state?: ConversationState }
  /** The service has given up. `detail` is its reason, if it gave one. */
  | { readonly kind: 'failed'; readonly detail?: string }
  /** The service knows neither the task nor the conversation. */
  | { readonly kind: 'lost' };

/** The reason why the wait for an accepted start ended, although it may still be prepared. */
export type WaitEnd =
  | { readonly kind: 'cancelled' }
  /** The maximum time is over. `unanswered`: number of consecutive requests, up to the last one, without an answer. */
  | { readonly kind: 'late'; readonly unanswered: number }
  /** The service rejects requests about it. */
  | { readonly kind: 'rejected'; readonly error: unknown };

export type PreparationEnd = Exclude<Preparation, { kind: 'preparing' }> | WaitEnd;

/** An accepted start that isn't known to have become a conversation. `explainPreparation` has the message for it. */
export class PreparationError extends Error {
  override readonly name = 'PreparationError';
  readonly baseUrl: string;
  readonly id: string;
  readonly end: Exclude<PreparationEnd, { kind: 'started' }>;

  constructor({ baseUrl, id }: Pick<Conversation, 'baseUrl' | 'id'>, end: PreparationError['end']) {
    const detail = end.kind === 'failed' && end.detail !== undefined ? ` (${end.detail})` : '';
    super(`accepted, then ${end.kind}${detail}`, end.kind === 'rejected' ? { cause: end.error } : undefined);
    this.baseUrl = baseUrl;
    this.id = id;
    this.end = end;
  }

  get isPreparing(): boolean {
    return this.end.kind !== 'failed' && this.end.kind !== 'lost';
  }
}

/** Milliseconds after which the wait for an accepted start ends. */
export const maxPreparationTime = 10 * 60 * 1000;

/** The operations that find out the outcome of a start. Each call uses the key that is stored at that time. */
export interface OutcomeClient {
  readonly status: AskService<StatusOperations>;
  /** Absent if the start's API doesn't prepare starts in tasks. */
  readonly preparation?: AskService<PreparationOperations>;
}

export function outcomeClient(
  service: Pick<ServiceAccess, 'connect'>,
  { baseUrl, api }: Pick<Conversation, 'baseUrl' | 'api'>,
): OutcomeClient {
  return {
    status: withClient(service, baseUrl, ({ status }) => status),
    ...(apiNamed(api).preparation && { preparation: withClient(service, baseUrl, ({ preparation }) => preparation) }),
  };
}

/**
 * Asks for the outcome of a start. If its task is known, asks for the task, and for the conversation if the service doesn't
 * know the task any more. If the answer to the start was lost, asks for the conversation with the proposed id first, and
 * then looks for a task with it: as long as the task isn't ready, there is no conversation.
 * @returns `lost` doesn't prove that it won't start
 * @throws {ServiceError}
 */
export async function askPreparation(
  { status, preparation }: OutcomeClient,
  { taskId, proposedId, sentAt }: Pick<Conversation, 'taskId' | 'proposedId' | 'sentAt'>,
  signal: AbortSignal | undefined,
): Promise<Preparation> {
  let failure: ServiceError | undefined;
  if (taskId !== undefined && preparation) {
    try {
      const task = await preparation((tasks) => tasks.startTask(taskId, signal));
      if (task) return preparationOf(task);
    } catch (error) {
      if (!isLasting(error)) throw error;
      failure = error;
    }
  }
  const [state = null] =
    proposedId === undefined ? [] : await status((operations) => operations.conversations([proposedId], signal));
  if (proposedId !== undefined && state) return { kind: 'started', conversationId: proposedId, state };
  if (failure) throw failure;
  if (taskId !== undefined || proposedId === undefined || !preparation) return { kind: 'lost' };
  const since = sentAt - maxClockDifference;
  const starts = await preparation((tasks) => tasks.newestStarts(since, signal)).catch((error: unknown) => {
    // Not every service with this API can list its tasks.
    if (isLasting(error)) return [];
    throw error;
  });
  const found = starts.find((one) => comparableId(one.proposedId) === comparableId(proposedId));
  return found ? preparationOf(found.task) : { kind: 'lost' };
}

export function preparationOf(task: StartTask): Preparation {
  const { status, detail, conversationId } = task;
  if (status === finalTaskStatus.failed) return { kind: 'failed', ...(detail !== undefined && { detail }) };
  const isReady = status === finalTaskStatus.ready && conversationId !== undefined;
  return isReady ? { kind: 'started', conversationId } : { kind: 'preparing', task };
}

/**
 * The change of a conversation after the service has answered.
 * @param knownAt time of the stage that was known before. The new stage gets at least this time, since the later one counts
 */
export function changeFromPreparation(answer: Preparation, now: number, knownAt = 0): ConversationChange {
  switch (answer.kind) {
    case 'preparing': {
      const { id: taskId, status: stage } = answer.task;
      return { outcome: 'preparing', taskId, stage, stageAt: Math.max(now, knownAt) };
    }
    case 'started': {
      const { conversationId, state } = answer;
      const report = state && {
        status: state.status,
        reportedAt: now,
        runtimeStatus: state.runtime_status ?? '',
        ...(state.page_url !== undefined && { pageUrl: state.page_url }),
      };
      return { outcome: 'started', conversationId, ...report };
    }
    case 'failed':
      return { outcome: 'notStarted' };
    case 'lost':
      return { outcome: 'mayHaveStarted' };
  }
}
