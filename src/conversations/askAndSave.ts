import type { StatusOperations } from '../client/client';
import type { ConversationState } from '../client/records';
import { isNotOffered, ServiceError } from '../client/serviceError';
import type { AskService } from '../service/serviceConnection';
import type { Conversation } from './conversation';
import { changeWithoutAnswer, isUnanswered } from './reportedStatus';
import { otherStarts, saveReported, type SavingPorts } from './saveReported';

/**
 * Saves that a service was asked for the status of conversations in vain, so that the last report isn't taken for a new
 * one. Nothing is saved if the user canceled the request, or if the service has no status to report.
 */
export async function saveUnanswered(
  asked: readonly Conversation[],
  error: unknown,
  ports: Pick<SavingPorts, 'history' | 'now'>,
): Promise<void> {
  if (!(error instanceof ServiceError) || error.failure.kind === 'cancelled' || isNotOffered(error)) return;
  const { history, now } = ports;
  for (const { id } of asked.flatMap((one) => [one, ...otherStarts(one, ports)])) {
    const known = history.get(id);
    if (known && !isUnanswered(known)) await history.change(id, changeWithoutAnswer(known, now()));
  }
}

/**
 * Asks for the status of a conversation, and saves the report, or that there was none.
 * @returns `null` if the service doesn't know the conversation
 */
export async function askAndSave(
  conversation: Conversation,
  status: AskService<StatusOperations>,
  ports: SavingPorts,
  signal?: AbortSignal,
): Promise<ConversationState | null> {
  const { conversationId = '' } = conversation;
  try {
    const [state = null] = await status((of) => of.conversations([conversationId], signal));
    await saveReported(conversation, state, ports);
    return state;
  } catch (error) {
    await saveUnanswered([conversation], error, ports);
    throw error;
  }
}
