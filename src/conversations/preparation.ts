import { apiNamed } from '../client/apis/registry';
import { comparableId } from '../client/conversationId';
import { clocksDiffer } from '../base/clock';
import type { Conversation, ConversationChange } from './conversation';
import { type PreparationOperations, type StartTask, type StatusOperations, endOfTask } from '../client/client';
import type { ConversationState } from '../client/records';
import { isLasting, type ServiceError } from '../client/serviceError';
import { type AskService, type ServiceAccess, withClient } from '../service/serviceConnection';

/** The known state of a start that a service has accepted. */
export type Preparation =
  | { readonly kind: 'preparing'; readonly task: StartTask }
  | { readonly kind: 'started'; readonly conversationId: string; readonly state?: ConversationState }
  /** The service gave it up; `detail` is its reason, if it said one. */
  | { readonly kind: 'failed'; readonly detail?: string }
  /** The service knows neither the task nor the conversation. */
  | { readonly kind: 'lost' };

/** Reason why a start that may still be prepared is no longer waited for. */
export type WaitEnd =
  | { readonly kind: 'cancelled' }
  /** It wasn't done in time. `unanswered`: number of consecutive requests, up to the last one, without an answer. */
  | { readonly kind: 'late'; readonly unanswered: number }
  /** The service can't be asked about it. */
  | { readonly kind: 'rejected'; readonly error: unknown };

/** How waiting for an accepted start ends. */
export type PreparationEnd = Exclude<Preparation, { kind: 'preparing' }> | WaitEnd;

/** An accepted start that isn't known to have become a conversation, in data; its words are made elsewhere. */
export class PreparationError extends Error {
  override readonly name = 'PreparationError';
  readonly baseUrl: string;
  /** The extension's own id of the start. */
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

/** Time that an accepted start is waited for, in milliseconds. */
export const maxPreparationTime = 10 * 60 * 1000;

/** The operations that find out the outcome of a start. Each call uses the key that is stored at that time. */
export interface OutcomeClient {
  readonly status: AskService<StatusOperations>;
  /** Absent if the start's API has none. */
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
 * Asks for the task of an accepted start, and for its conversation if the service has lost the task, or can't be asked
 * for it. If it's not known whether it was accepted, the conversation is asked for first, and then its task: until that is
 * ready, and if it has failed, there is no conversation.
 * @returns `lost` doesn't prove that it won't start
 * @throws {ServiceError}
 */
export async function askPreparation(
  { status, preparation }: OutcomeClient,
  { taskId, proposedId, sentAt }: Pick<Conversation, 'taskId' | 'proposedId' | 'sentAt'>,
  signal?: AbortSignal,
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
  const [state = null] = proposedId === undefined ? [] : await status((of) => of.conversations([proposedId], signal));
  if (proposedId !== undefined && state) return { kind: 'started', conversationId: proposedId, state };
  if (failure) throw failure;
  if (taskId !== undefined || proposedId === undefined || !preparation) return { kind: 'lost' };
  const since = sentAt - clocksDiffer;
  const starts = await preparation((tasks) => tasks.newestStarts(since, signal)).catch((error: unknown) => {
    // Not every service can be asked for its tasks.
    if (isLasting(error)) return [];
    throw error;
  });
  const found = starts.find((one) => comparableId(one.proposedId) === comparableId(proposedId));
  return found ? preparationOf(found.task) : { kind: 'lost' };
}

export function preparationOf(task: StartTask): Preparation {
  const { status, detail, conversationId } = task;
  if (status === endOfTask.failed) return { kind: 'failed', ...(detail !== undefined && { detail }) };
  const isReady = status === endOfTask.ready && conversationId !== undefined;
  return isReady ? { kind: 'started', conversationId } : { kind: 'preparing', task };
}

/**
 * The answer as a change of the history.
 * @param knownAt time when the stage that is known was reported, which another window's clock may have told: of two reports,
 * the later one counts
 */
export function changeFromPreparation(said: Preparation, now: number, knownAt = 0): ConversationChange {
  switch (said.kind) {
    case 'preparing': {
      const { id: taskId, status: stage } = said.task;
      return { outcome: 'preparing', taskId, stage, stageAt: Math.max(now, knownAt) };
    }
    case 'started': {
      const { conversationId, state } = said;
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
