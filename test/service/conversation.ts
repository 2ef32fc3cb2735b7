/** Interface section 3. */
export type ConversationState = 'STARTING' | 'RUNNING' | 'STOPPED';

/** The part of a conversation that the service saves: nothing that a start request holds in secret. */
export interface Conversation {
  readonly id: string;
  readonly sandboxId?: string;
  readonly title: string;
  readonly state: ConversationState;
  readonly repository: string | null;
  readonly gitProvider: string | null;
  readonly branch: string | null;
  /** Message for the agent: null if there was none, or if a suggested task took its place. */
  readonly message: string | null;
  readonly trigger: 'gui' | 'suggested_task' | 'microagent_management';
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly notes?: readonly string[];
}

export function nextState(state: ConversationState): ConversationState {
  return state === 'STARTING' ? 'RUNNING' : 'STOPPED';
}
