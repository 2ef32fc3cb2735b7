import type { FollowUpMessage, Operations } from '../client/client';
import { mayHaveStarted, ServiceError } from '../client/serviceError';

export interface DeliveryPorts {
  readonly client: Pick<Operations, 'newestEvent' | 'sendMessage'>;
  /** Ends early if the signal is aborted. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
}

export type Delivery =
  { readonly outcome: 'sent' } | { readonly outcome: 'notSent' | 'mayBeSent'; readonly error: unknown };

/** A message whose answer was lost may still wait for the agent's step, and then be handed on half a minute later. */
const looksAfter: readonly number[] = [0, 5_000, 10_000, 20_000];

/**
 * Sends a message to a conversation, once. If its answer is lost, the newest message says whether it has arrived; the one
 * before it is asked for first, since the user may send the same words twice.
 */
export async function deliverMessage(
  conversationId: string,
  message: FollowUpMessage,
  { client, wait }: DeliveryPorts,
  signal: AbortSignal,
): Promise<Delivery> {
  const newest = async () => client.newestEvent(conversationId, 'MessageEvent', signal);
  let before: string | undefined;
  try {
    before = (await newest())?.at ?? '';
    await client.sendMessage(conversationId, message, signal);
    return { outcome: 'sent' };
  } catch (error) {
    if (before === undefined || (error instanceof ServiceError && !mayHaveStarted(error)))
      return { outcome: 'notSent', error };
    for (const pause of looksAfter) {
      await wait(pause, signal);
      if (signal.aborted) break;
      const last = await newest().catch(() => undefined);
      const isOwn = last?.kind === 'message' && last.by === 'user' && last.text === (message.initial_user_msg ?? '');
      if (isOwn && last.at > before) return { outcome: 'sent' };
    }
    return { outcome: 'mayBeSent', error };
  }
}
