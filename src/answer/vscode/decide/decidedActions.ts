import { isRecord } from '../../../base/json';
import type { WaitingAction } from '../../../client/client';
import type { Conversation } from '../../../conversations/conversation';
import type { AnswerState } from '../../../service/pageAnswers';

const key = 'decidedActions';

/** More than the conversations whose service hasn't reported an answer yet. */
const most = 100;

/**
 * True if the action was confirmed or rejected from this machine. For a while, the service says that it still waits, and a
 * second yes would let the agent run.
 */
export function isDecided(state: AnswerState, { id }: Conversation, { at }: WaitingAction): boolean {
  return decided(state).some(([conversation, time]) => conversation === id && time === at);
}

export async function saveDecided(state: AnswerState, { id }: Conversation, { at }: WaitingAction): Promise<void> {
  await state.update(key, Object.fromEntries([...others(state, id), [id, at]].slice(-most)));
}

/** The answer certainly wasn't given. */
export async function forgetDecided(state: AnswerState, { id }: Conversation): Promise<void> {
  await state.update(key, Object.fromEntries(others(state, id)));
}

/** Ids of conversations, oldest answer first, and the time of the action that was answered last. */
function decided(state: AnswerState): readonly (readonly [string, unknown])[] {
  const stored = state.get(key);
  return isRecord(stored) ? Object.entries(stored) : [];
}

function others(state: AnswerState, id: string): readonly (readonly [string, unknown])[] {
  return decided(state).filter(([conversation]) => conversation !== id);
}
