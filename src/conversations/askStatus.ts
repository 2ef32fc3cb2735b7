import type { ServiceApi } from '../client/apis/serviceApi';
import type { StatusOperations } from '../client/client';
import type { ConversationState } from '../client/records';
import { isNotOffered, ServiceError } from '../client/serviceError';
import { sanitizeServerText } from '../client/serverText';
import type { Log } from '../base/log';
import type { AskService } from '../service/serviceConnection';
import type { Conversation } from './conversation';
import type { End } from './follower';
import type { History } from './history';
import {
  changeFromReport,
  changeWithoutAnswer,
  hasBeenReported,
  hasEnded,
  isNews,
  isUnanswered,
} from './reportedStatus';

interface SavingPorts {
  readonly history: Pick<History, 'conversations' | 'get' | 'change' | 'claim'>;
  readonly now: () => number;
  /** Called with each end that no other window has saved yet. */
  readonly onEnd: (conversation: Conversation) => void;
}

interface AskPorts extends SavingPorts {
  readonly log: Pick<Log, 'debug' | 'warn'>;
}

type State = ConversationState | null;

interface SavedReports {
  /** In the order of the conversations; `null` for a conversation that the service doesn't know. */
  readonly states: readonly State[];
  /** The ends that no other window has saved yet. */
  readonly ends: readonly End[];
}

/** False if the service had another API when the conversation was started, whose ids can't be sent now. */
export function hasSendableId({ conversationId = '' }: Conversation, { start }: ServiceApi): boolean {
  return start.clientIds?.accepts(conversationId) !== false;
}

/**
 * Asks for the status of conversations of one service with one request, and saves each report, or that there was none.
 * @param conversations at most as many as the service's API allows in one request
 * @throws {ServiceError}
 */
export async function askStatus(
  conversations: readonly Conversation[],
  status: AskService<StatusOperations>,
  ports: AskPorts,
  signal: AbortSignal | undefined,
): Promise<SavedReports> {
  const states = await requestStates(conversations, status, ports, signal);
  const ends: End[] = [];
  for (const [at, conversation] of conversations.entries()) {
    const end = await saveReported(conversation, states[at] ?? null, ports);
    if (end) ends.push(end);
  }
  return { states, ends };
}

/** Like {@link askStatus}, for one conversation. */
export async function askState(
  conversation: Conversation,
  status: AskService<StatusOperations>,
  ports: AskPorts,
  signal: AbortSignal | undefined,
): Promise<State> {
  const { states } = await askStatus([conversation], status, ports, signal);
  return states[0] ?? null;
}

async function requestStates(
  conversations: readonly Conversation[],
  status: AskService<StatusOperations>,
  ports: AskPorts,
  signal: AbortSignal | undefined,
): Promise<readonly State[]> {
  const { log } = ports;
  const ids = conversations.map(({ conversationId = '' }) => conversationId);
  const id = ids.map(sanitizeServerText).join(' ');
  try {
    const states = await status((operations) => operations.conversations(ids, signal));
    log.debug('Status reported.', {
      id,
      status: states.map((state) => state?.status).join(' '),
      runtime: states.map((state) => state?.runtime_status).join(' '),
    });
    return states;
  } catch (error) {
    log.warn("The status wasn't reported.", { id, error: String(error) });
    if (isWithoutAnswer(error)) await saveUnanswered(conversations, ports);
    throw error;
  }
}

/** False if the user canceled the request, or if the service has no status to report. */
function isWithoutAnswer(error: unknown): boolean {
  return error instanceof ServiceError && error.failure.kind !== 'cancelled' && !isNotOffered(error);
}

/**
 * Saves that a service was asked for the status of conversations in vain, or couldn't be asked, so that the last report
 * isn't taken for a new one.
 */
export async function saveUnanswered(
  asked: readonly Conversation[],
  { history, now }: Pick<SavingPorts, 'history' | 'now'>,
): Promise<void> {
  for (const { id } of asked.flatMap((one) => [one, ...otherStarts(one, { history })])) {
    const known = history.get(id);
    if (known && !isUnanswered(known)) await history.change(id, changeWithoutAnswer(known, now()));
  }
}

/**
 * Saves what a service has reported of a conversation, for every start that led to it.
 * @param state `null` if the service doesn't know the conversation
 * @returns the end of the conversation, if this is an end that no other window has saved yet
 */
export async function saveReported(
  conversation: Conversation,
  state: ConversationState | null,
  ports: SavingPorts,
): Promise<End | undefined> {
  const { id } = conversation;
  for (const other of otherStarts(conversation, ports)) await saveForStart(other.id, state, ports);
  const end = await saveForStart(id, state, ports);
  if (end) ports.onEnd(end.conversation);
  return end;
}

/** Other starts that led to the same conversation. */
function otherStarts(
  { id, baseUrl, conversationId }: Conversation,
  { history }: Pick<SavingPorts, 'history'>,
): readonly Conversation[] {
  return history.conversations.filter(
    (one) => one.conversationId === conversationId && one.baseUrl === baseUrl && one.id !== id,
  );
}

async function saveForStart(
  id: string,
  state: ConversationState | null,
  { history, now }: SavingPorts,
): Promise<End | undefined> {
  const known = history.get(id);
  // The user has removed it meanwhile.
  if (!known) return undefined;
  const change = changeFromReport(known, state, now());
  if (!isNews(known, change)) return undefined;
  await history.change(id, change);
  const saved = history.get(id);
  // A later report in another window may say that it runs again.
  if (change.endedAt === undefined || !saved || !hasEnded(saved)) return undefined;
  if (!(await history.claim(id, `end${known.endedAt ?? 0}`))) return undefined;
  return { conversation: saved, isFirst: !hasBeenReported(known) };
}
