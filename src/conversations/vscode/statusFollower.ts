import * as vscode from 'vscode';
import type { Conversation } from '../conversation';
import { askStatus, hasSendableId, saveUnanswered } from '../askStatus';
import { Follower, type AskResult, type Due, type End } from '../follower';
import { RecentEnds } from '../recentEnds';
import type { ServiceApi } from '../../client/apis/serviceApi';
import { isLasting, isNotOffered, retryAfterOf, type ServiceError } from '../../client/serviceError';
import type { ServiceAddress } from '../../client/serviceUrl';
import type { ReadyConnection } from '../../service/serviceConnection';
import type { ServiceMemory } from '../../service/serviceMemory';
import type { Event } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { originOf } from '../../base/url';
import { systemClock } from '../../base/clock';
import { commandRemedy, ExplainedError } from '../../base/vscode/explanation';
import { explainService } from '../../service/vscode/errors/explainService';
import { sayNotProvided, type StatusPorts } from './statusNotices';
import { EndNotices } from './endNotices';

export interface FollowPorts extends StatusPorts {
  readonly services: Pick<ServiceMemory, 'onDidChange'>;
}

/** The part of a window's API that tells whether it has the focus. */
interface WindowFocus {
  readonly state: { readonly focused: boolean };
  readonly onDidChangeWindowState: Event<unknown>;
}

/** Follows the status of conversations until it's disposed of, see {@link Follower}. */
export function followStatuses(
  ports: FollowPorts,
  window: WindowFocus = vscode.window,
  clock = systemClock,
): Disposable {
  const { history, followed, keys, services, log } = ports;
  const store = new DisposableStore();
  const ending = new AbortController();
  store.add({ dispose: () => ending.abort() });
  let origins: readonly string[] = [];
  const isFollowed = ({ baseUrl }: Conversation) => origins.includes(originOf(baseUrl));
  // Read again before each request, because there's no event if another window changes which services are followed.
  const read = async () => {
    origins = await followed.origins();
  };
  const onError = (error: unknown) => log.error('Following the status failed.', { error: String(error) });
  const ask = async (due: Due, hasChanged: () => boolean) => {
    await read();
    // Passed as a function, since the user may stop following while the connection is made.
    return askOnce(due, { ...ports, isFollowed, hasChanged, now: clock.now }, ending.signal);
  };
  const follower = store.add(
    new Follower({
      ...clock,
      conversations: () => (window.state.focused ? history.conversations.filter(isFollowed) : []),
      ask,
      onError,
      announce: announcer(history, clock.now, onError),
    }),
  );
  const readAndLook = () => void read().then(() => follower.look(), onError);
  for (const { onDidChange } of [keys, services]) store.add(onDidChange((origin) => follower.retry(origin)));
  store.add(followed.onDidChange(readAndLook));
  store.add(window.onDidChangeWindowState(readAndLook));
  store.add(history.onDidChange(() => follower.look()));
  history.load().then(readAndLook, onError);
  return store;
}

/** Notifies the user of ends, but not of one that goes back and forth. */
function announcer(history: FollowPorts['history'], now: () => number, onError: (error: unknown) => void) {
  const notices = new EndNotices(history);
  const recent = new RecentEnds(now);
  return (ends: readonly End[]) => {
    const announced = ends.filter(({ conversation }) => recent.admits(conversation.id));
    for (const answered of notices.show(announced)) answered.catch(onError);
  };
}

interface QuestionPorts extends FollowPorts {
  readonly isFollowed: (conversation: Conversation) => boolean;
  readonly hasChanged: () => boolean;
  readonly now: () => number;
}

async function askOnce(due: Due, ports: QuestionPorts, signal: AbortSignal): Promise<AskResult> {
  const { isFollowed } = ports;
  const [first] = due;
  const connection = await connectionTo(first, ports);
  if (!isFollowed(first)) return { conversations: [first] };
  if (!connection) {
    const ofService = due.filter(({ baseUrl }) => baseUrl === first.baseUrl);
    await saveUnanswered(ofService, ports);
    return { conversations: [first], failure: {} };
  }
  const { api, client, address } = connection;
  const { sendable, unsendable } = requestFor(due, api);
  const conversations = [...sendable, ...unsendable];
  if (sendable.length === 0) return { conversations };
  try {
    const { ends } = await askStatus(sendable, (ask) => ask(client.status), ports, signal);
    return { conversations, ends };
  } catch (error) {
    if (!isLasting(error) || ports.hasChanged())
      return { conversations, failure: { retryAfterSeconds: retryAfterOf(error) } };
    await pauseFollowing(address, first, error, ports);
    return { conversations };
  }
}

/** @returns `undefined` if nothing can be asked, for instance because the key is missing, or the keyring locked */
async function connectionTo(
  { baseUrl }: Conversation,
  { service, log }: QuestionPorts,
): Promise<ReadyConnection | undefined> {
  let reason: string;
  try {
    const connection = await service.connect(baseUrl);
    if (connection.kind === 'ready') return connection;
    reason = connection.kind;
  } catch (error) {
    reason = String(error);
  }
  log.warn("The status can't be asked for.", { reason });
  return undefined;
}

/** The conversations of one request, and those that can't be asked for. */
function requestFor(due: Due, api: ServiceApi) {
  const [{ baseUrl }] = due;
  const same = due.filter((one) => one.baseUrl === baseUrl);
  return {
    sendable: same.filter((one) => hasSendableId(one, api)).slice(0, api.status.maxPerRequest),
    unsendable: same.filter((one) => !hasSendableId(one, api)),
  };
}

async function pauseFollowing(
  { origin }: ServiceAddress,
  conversation: Conversation,
  error: ServiceError,
  ports: QuestionPorts,
): Promise<void> {
  const { followed, report } = ports;
  await followed.pause(origin);
  if (isNotOffered(error)) {
    const sentence = vscode.l10n.t(
      "{0} doesn't provide conversation status, so it's no longer followed. To try again, select Follow Status.",
      origin,
    );
    sayNotProvided(sentence, conversation);
    return;
  }
  const { sentence, remedy } = explainService(error);
  const explained = vscode.l10n.t('{0} The status there is no longer followed.', sentence);
  const follow = vscode.l10n.t('Follow Status');
  await report(
    new ExplainedError(explained, remedy, error),
    commandRemedy(follow, 'agentConversations.followConversation', { id: conversation.id }),
  );
}
