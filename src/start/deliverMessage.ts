import type { AnswerSource } from '../answer/lastAnswer';
import { pauseFor } from '../base/clock';
import type { AgentMessage, FollowUpMessage, MessageOperations } from '../client/client';
import { type AskService, isUnsent } from '../service/serviceConnection';
import { isKnownStatus, type KnownStatus } from '../conversations/reportedStatus';

/**
 * How a message is sent to a conversation:
 * - `run`: at once, and it lets the agent run
 * - `join`: at once, without letting the agent run, because it runs already and will read the message
 * - `wait`: later, because the agent isn't ready
 * - `confirm`: after a question about the action that waits for a confirmation
 * - `resume`: after a question about the paused sandbox
 * - `continue`: after a question about the paused agent
 * - `ask`: after a question, because the status doesn't tell what the agent would do
 * - `never`: not at all
 */
export type MessageRule = 'run' | 'join' | 'wait' | 'confirm' | 'resume' | 'continue' | 'ask' | 'never';

const rules: Readonly<Record<KnownStatus, MessageRule>> = {
  FINISHED: 'run',
  IDLE: 'run',
  STUCK: 'run',
  AGENT_ERROR: 'run',
  // If the current step ends in an action that needs a confirmation, letting the agent run would carry it out.
  RUNNING: 'join',
  STARTING: 'wait',
  // The agent doesn't answer, so what it does isn't known.
  SANDBOX_RUNNING: 'wait',
  UNKNOWN: 'wait',
  WAITING_FOR_CONFIRMATION: 'confirm',
  PAUSED: 'resume',
  AGENT_PAUSED: 'continue',
  // Services that accept messages don't report these.
  STOPPED: 'ask',
  ERROR: 'ask',
  MISSING: 'never',
  ARCHIVED: 'never',
  SANDBOX_ERROR: 'never',
  DELETING: 'never',
};

export function messageRule(status: string): MessageRule {
  return isKnownStatus(status) ? rules[status] : 'ask';
}

interface DeliveryPorts extends Pick<AnswerSource, 'answers' | 'clock'> {
  readonly messages: AskService<MessageOperations>;
}

export type Delivery =
  { readonly outcome: 'sent' } | { readonly outcome: 'notSent' | 'mayBeSent'; readonly error: unknown };

/** Milliseconds to wait before each look for a message. Its event may arrive more than half a minute after it was sent. */
const lookDelays: readonly number[] = [0, 5_000, 10_000, 20_000];

/** The time when a message is sent. The event of the message is later than both. */
export interface Sending {
  /** Time of the newest message before it, in the form of events; empty if there was none. */
  readonly before: string;
  /** Milliseconds since 1970. */
  readonly sentAt: number;
}

/** Sends a message to a conversation, once. If the answer is lost, looks for the message among the newest ones. */
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

type MessageText = Pick<FollowUpMessage, 'initial_user_msg'>;

/**
 * Reads the newest messages of a conversation several times until the one that was sent is among them. An earlier message
 * with the same text doesn't count, even if its event arrives late: a message that is wrongly taken for delivered would be
 * lost.
 * @returns false if it isn't known whether the message has arrived
 */
export async function hasArrived(
  conversationId: string,
  message: MessageText,
  sending: Sending,
  { answers, clock }: Pick<DeliveryPorts, 'answers' | 'clock'>,
  signal: AbortSignal,
): Promise<boolean> {
  for (const pause of lookDelays) {
    await pauseFor(pause, clock, signal);
    if (signal.aborted) return false;
    const newest = await answers((of) => of.newestMessages(conversationId, signal)).catch(() => []);
    const own = findMessage(newest, message, sending.before);
    if (own && isSince(sending.sentAt, own.at)) return true;
  }
  return false;
}

/** Time zones differ by whole quarters of an hour. */
const quarter = 15 * 60_000;

/**
 * True if an event happened since a moment.
 * @param at the event's time; without a time zone, it is taken to be in the zone that brings it nearest to the moment
 */
function isSince(moment: number, at: string): boolean {
  if (at.endsWith('Z')) return Date.parse(at) >= moment;
  const apart = (Date.parse(`${at}Z`) - moment) % quarter;
  return (apart + quarter) % quarter < quarter / 2;
}

/**
 * True if the agent has written anything since a message that was delivered. Waits for a while, since both events may
 * arrive late.
 * @param before time of the newest message before that message; empty if there was none
 */
export async function isAnswered(
  conversationId: string,
  message: FollowUpMessage,
  before: string,
  { answers, pauses, clock }: AnswerSource,
  signal: AbortSignal,
): Promise<boolean> {
  const ask = async () => {
    const messages = await answers((of) => of.newestMessages(conversationId, signal));
    const own = findMessage(messages, message, before);
    if (!own) return false;
    if (messages.some(({ by, at }) => by === 'agent' && at > own.at)) return true;
    const [action] = await answers((of) => of.newestEvents(conversationId, ['ActionEvent'], signal));
    return action?.kind === 'finish' && action.at > own.at;
  };
  for (const pause of [0, ...pauses]) {
    await pauseFor(pause, clock, signal);
    if (signal.aborted) break;
    if (await ask().catch(() => false)) return true;
  }
  return false;
}

/** The event of a message, recognized by its text and time; `undefined` for a message without text. */
function findMessage(
  newest: readonly AgentMessage[],
  { initial_user_msg: words = '' }: MessageText,
  before: string,
): AgentMessage | undefined {
  return newest.find(({ by, text, at }) => words !== '' && by === 'user' && text === words && at > before);
}
