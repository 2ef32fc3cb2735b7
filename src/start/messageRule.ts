import { isKnownStatus, type KnownStatus } from '../conversations/reportedStatus';

/**
 * How a message is sent. run: it lets the agent run. join: it doesn't, and the run that's under way reads it. wait: once
 * more is known of the agent. confirm, resume, continue, ask: once the user was asked, about the action that waits, the
 * paused sandbox, the paused agent, or the status, with which anything may wait. never: the conversation takes none.
 */
export type MessageRule = 'run' | 'join' | 'wait' | 'confirm' | 'resume' | 'continue' | 'ask' | 'never';

const rules: Readonly<Record<KnownStatus, MessageRule>> = {
  FINISHED: 'run',
  IDLE: 'run',
  STUCK: 'run',
  AGENT_ERROR: 'run',
  // One that lets the agent run would carry out the action that the current step may end in.
  RUNNING: 'join',
  STARTING: 'wait',
  // The agent doesn't answer: it may do anything.
  SANDBOX_RUNNING: 'wait',
  UNKNOWN: 'wait',
  WAITING_FOR_CONFIRMATION: 'confirm',
  PAUSED: 'resume',
  AGENT_PAUSED: 'continue',
  // Not reported where messages can be sent.
  STOPPED: 'ask',
  ERROR: 'ask',
  MISSING: 'never',
  ARCHIVED: 'never',
  SANDBOX_ERROR: 'never',
  DELETING: 'never',
};

/** How a message is sent to a conversation with this status. */
export function messageRule(status: string): MessageRule {
  return isKnownStatus(status) ? rules[status] : 'ask';
}
