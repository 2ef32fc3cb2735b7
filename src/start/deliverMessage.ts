import { pauseFor, type Clock } from '../base/clock';
import type { AgentMessage, AnswerOperations, FollowUpMessage, MessageOperations } from '../client/client';
import { type AskService, isUnsent } from '../service/serviceConnection';
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

export interface DeliveryPorts {
  readonly messages: AskService<MessageOperations>;
  readonly answers: AskService<AnswerOperations>;
  readonly clock: Clock;
}

export type Delivery =
  { readonly outcome: 'sent' } | { readonly outcome: 'notSent' | 'mayBeSent'; readonly error: unknown };

/** A message whose answer was lost may still wait for the agent's step, and then be handed on half a minute later. */
const looksAfter: readonly number[] = [0, 5_000, 10_000, 20_000];

/** The moment when a message is sent, which its event must not be older than. */
export interface Sending {
  /** Time of the newest message before, in the form of events; empty if there was none. */
  readonly before: string;
  /** Milliseconds since 1970. */
  readonly sentAt: number;
}

/**
 * Sends a message to a conversation, once. If its answer is lost, the newest messages say whether it has arrived.
 */
export async function deliverMessage(
  conversationId: string,
  message: FollowUpMessage,
  sending: Sending,
  { messages, ...ports }: DeliveryPorts,
  signal: AbortSignal,
): Promise<Delivery> {
  try {
    await messages((to) => to.sendMessage(conversationId, message, signal));
    return { outcome: 'sent' };
  } catch (error) {
    if (isUnsent(error)) return { outcome: 'notSent', error };
    const isDelivered = await hasArrived(conversationId, message, sending, ports, signal);
    return isDelivered ? { outcome: 'sent' } : { outcome: 'mayBeSent', error };
  }
}

type Words = Pick<FollowUpMessage, 'initial_user_msg'>;

/**
 * Asks for the newest messages of a conversation until the one that was sent is among them, for a while. The same words
 * may have been sent before, and get known late: rather one doubt too many than a message that is lost.
 * @returns false if it isn't known to have arrived: it may have all the same
 */
export async function hasArrived(
  conversationId: string,
  message: Words,
  sending: Sending,
  { answers, clock }: Pick<DeliveryPorts, 'answers' | 'clock'>,
  signal: AbortSignal,
): Promise<boolean> {
  for (const pause of looksAfter) {
    await pauseFor(pause, clock, signal);
    if (signal.aborted) return false;
    const newest = await answers((of) => of.newestMessages(conversationId, signal)).catch(() => []);
    const own = ownAmong(newest, message, sending.before);
    if (own && isSince(sending.sentAt, own.at)) return true;
  }
  return false;
}

/** Time zones differ by whole quarters of an hour. */
const quarter = 15 * 60_000;

/** @param at time of an event. If its zone is unknown, it counts as the one in which it is nearest to the moment. */
function isSince(moment: number, at: string): boolean {
  if (at.endsWith('Z')) return Date.parse(at) >= moment;
  const apart = (Date.parse(`${at}Z`) - moment) % quarter;
  return (apart + quarter) % quarter < quarter / 2;
}

/**
 * True if the agent has said anything since a message that was delivered. Both may get known late.
 * @param before time of the newest message before it, empty if there was none
 */
export async function isAnswered(
  conversationId: string,
  message: FollowUpMessage,
  before: string,
  { answers, clock }: Pick<DeliveryPorts, 'answers' | 'clock'>,
  signal: AbortSignal,
): Promise<boolean> {
  const ask = async () => {
    const messages = await answers((of) => of.newestMessages(conversationId, signal));
    const own = ownAmong(messages, message, before);
    if (!own) return false;
    if (messages.some(({ by, at }) => by === 'agent' && at > own.at)) return true;
    const [action] = await answers((of) => of.newestEvents(conversationId, ['ActionEvent'], signal));
    return action?.kind === 'finish' && action.at > own.at;
  };
  for (const pause of looksAfter) {
    await pauseFor(pause, clock, signal);
    if (signal.aborted) break;
    if (await ask().catch(() => false)) return true;
  }
  return false;
}

/** The newest one with the words of a message, later than those before it. One of images alone has no words. */
function ownAmong(
  newest: readonly AgentMessage[],
  { initial_user_msg: words = '' }: Words,
  before: string,
): AgentMessage | undefined {
  return newest.find(({ by, text, at }) => words !== '' && by === 'user' && text === words && at > before);
}
