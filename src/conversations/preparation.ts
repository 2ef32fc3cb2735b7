import { comparableId } from '../client/conversationId';
import { clocksDiffer } from '../base/clock';
import { isPreparing, type Conversation, type ConversationChange } from './conversation';
import { type Client, StartTask, endOfTask } from '../client/client';
import type { ConversationState } from '../client/records';
import { answerByError } from './takeState';

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
  /** It wasn't done in time. `unanswered`: number of the last questions that the service didn't answer. */
  | { readonly kind: 'late'; readonly unanswered: number }
  /** See {@link hasStalled}. */
  | { readonly kind: 'stalled' }
  /** The service can't be asked about it. */
  | { readonly kind: 'rejected'; readonly error: unknown };

/** How waiting for an accepted start ends. */
export type PreparationEnd = Exclude<Preparation, { kind: 'preparing' }> | Unawaited;

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

  /** True if it may still be prepared. */
  get isPreparing(): boolean {
    return this.end.kind !== 'failed' && this.end.kind !== 'lost';
  }
}

/** Time that an accepted start is waited for, in milliseconds. */
export const waitsFor = 10 * 60 * 1000;

/** True if a start that is being prepared hasn't moved for as long as one is waited for. */
export function hasStalled({ movedAt }: { readonly movedAt?: number | undefined }, now: number): boolean {
  return movedAt !== undefined && now - movedAt > waitsFor;
}

/** True if it hadn't when it was last reported on: nobody may have asked since. */
export function isStalled(conversation: Conversation): boolean {
  return isPreparing(conversation) && hasStalled(conversation, conversation.stageAt ?? 0);
}

/** That by which a service can be asked for a start that it has, or may have, accepted. */
type Accepted = Pick<Conversation, 'taskId' | 'proposedId' | 'sentAt'>;

export type AskedOf = Pick<Client, 'startTask' | 'conversations' | 'newestStarts'>;

/**
 * Asks for the task of an accepted start, if it's known, and for its conversation if the service has lost the task, or
 * can't be asked for it. If it's not known whether it was accepted, both are looked for.
 * @throws {ServiceError}
 */
export async function askPreparation(client: AskedOf, start: Accepted, signal?: AbortSignal): Promise<Preparation> {
  const { taskId, proposedId } = start;
  if (taskId === undefined) {
    const found = await askForLost(client, start, signal);
    return (found instanceof StartTask ? preparationOf(found) : found) ?? { kind: 'lost' };
  }
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
 * Asks for the conversation of a start whose answer was lost, and then for its task: until that is ready, and if it has
 * failed, there is no conversation.
 * @returns `undefined` if the service knows neither, which doesn't prove that it won't start
 * @throws {ServiceError}
 */
export async function askForLost(
  client: Pick<Client, 'conversations' | 'newestStarts'>,
  { proposedId, sentAt }: Pick<Conversation, 'proposedId' | 'sentAt'>,
  signal?: AbortSignal,
): Promise<Extract<Preparation, { kind: 'started' }> | StartTask | undefined> {
  if (proposedId === undefined) return undefined;
  const started = await askProposed(client, proposedId, signal);
  if (started) return started;
  try {
    const starts = await client.newestStarts(sentAt - clocksDiffer, signal);
    return starts.find((start) => comparableId(start.proposedId) === comparableId(proposedId))?.task;
  } catch (error) {
    if (answerByError(error).kind === 'failed') throw error;
    // Not every service can be asked for its tasks.
    return undefined;
  }
}

/**
 * Asks for the conversation with an id of ours, once.
 * @returns `undefined` if the service doesn't know it, which doesn't prove that it won't start
 * @throws {ServiceError}
 */
async function askProposed(
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
export function changeByPreparation(
  said: Preparation,
  now: number,
  { sentAt }: Pick<Conversation, 'sentAt'>,
  knownAt = 0,
): ConversationChange {
  // The clock may have been set back, and of two reports the later one counts.
  const stageAt = Math.max(now, knownAt);
  switch (said.kind) {
    case 'preparing': {
      const { id: taskId, status, movedAfter } = said.task;
      const stage = { taskId, stage: status, stageAt };
      return { outcome: 'preparing', ...stage, ...(movedAfter !== undefined && { movedAt: sentAt + movedAfter }) };
    }
    case 'started': {
      const { conversationId, state } = said;
      const report = state && {
        ...{ status: state.status, reportedAt: now, runtimeStatus: state.runtime_status ?? '' },
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
