import type { ConversationChange } from '../../conversations/common/conversation';
import type { StartMemory } from '../../conversations/common/history';
import type { Preparation } from '../../conversations/common/preparation';
import type { ConversationStartResponse } from '../../client/common/records';

/** Explanation of a failed start. */
export interface Explained {
  /** The message that explains the error to the user, saved with the conversation. */
  readonly problem: string;
  /** A check of the service has shown that it did not start. */
  readonly notStarted?: true;
}

/** Result of a start. `preparing`: nobody waits for it any more, and it may still start. */
export type StartResult =
  | { readonly outcome: 'started'; readonly id: string; readonly response: ConversationStartResponse }
  | {
      readonly outcome: 'notStarted' | 'mayHaveStarted' | 'preparing';
      readonly id: string;
      readonly error: unknown;
    };

/** Dependencies of saving an outcome. */
export interface OutcomePorts {
  readonly memory: Pick<StartMemory, 'changed'>;
  readonly explain: (error: unknown) => Explained | Promise<Explained>;
}

export function startedAs(id: string, { conversationId, state }: Started): StartResult {
  const status = state && { conversation_status: state.status };
  return { outcome: 'started', id, response: { status: 'ok', conversation_id: conversationId, ...status } };
}

type Started = Extract<Preparation, { kind: 'started' }>;
type Unstarted = Exclude<StartResult, { outcome: 'started' }>;

/** Saves why it didn't start, or may not have. */
export async function withReason(result: StartResult, ports: OutcomePorts): Promise<StartResult> {
  if (result.outcome === 'started') return result;
  const { problem, notStarted = false } = await explained(result.error, ports.explain);
  const outcome: Unstarted['outcome'] = notStarted ? 'notStarted' : result.outcome;
  const change = { ...(notStarted && { outcome: 'notStarted' as const }), ...(problem !== '' && { problem }) };
  if (Object.keys(change).length > 0) await note(result.id, change, ports);
  return { ...result, outcome };
}

export async function note(
  id: string,
  change: ConversationChange,
  { memory }: Pick<OutcomePorts, 'memory'>,
): Promise<void> {
  try {
    await memory.changed(id, change);
  } catch {
    // The service's answer is valid, whether or not it can be saved here.
  }
}

/** An outcome without an explanation is better than none. */
async function explained(error: unknown, explain: OutcomePorts['explain']): Promise<Explained> {
  try {
    return await explain(error);
  } catch {
    return { problem: '' };
  }
}
