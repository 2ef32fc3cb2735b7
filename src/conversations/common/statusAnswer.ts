import type { ConversationState } from '../../client/common/records';
import { isNotOffered, ServiceError } from '../../client/common/serviceError';

/** Result of asking a service for the status of conversations. */
export type StatusAnswer =
  /** In the order in which they were asked for. `null`: the service doesn't know the conversation. */
  | { readonly kind: 'states'; readonly states: readonly (ConversationState | null)[] }
  /** The service can't be asked: it doesn't have the operation, or something else responds. */
  | { readonly kind: 'notOffered'; readonly error: ServiceError }
  /** The service rejects the request, for instance because of the session key; it would reject the next one, too. */
  | { readonly kind: 'rejected'; readonly error: ServiceError }
  /** Nothing came of it this time. */
  | { readonly kind: 'failed'; readonly error: unknown; readonly retryAfterSeconds?: number };

/** Rejections that are about the moment: too slow, too early, too many. */
const passing: readonly number[] = [408, 425, 429];

/** What an error of the question means for the next one. */
export function answerByError(error: unknown): StatusAnswer {
  if (!(error instanceof ServiceError)) return { kind: 'failed', error };
  if (isNotOffered(error)) return { kind: 'notOffered', error };
  const { failure } = error;
  if (failure.kind !== 'status') return { kind: 'failed', error };
  const { status, retryAfterSeconds } = failure;
  if (status >= 400 && status < 500 && !passing.includes(status)) return { kind: 'rejected', error };
  return { kind: 'failed', error, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
}
