import * as vscode from 'vscode';
import { mayHavePushed, type Conversation } from '../conversation';
import { markSeen } from '../conversationToShow';
import { Follower, type Asked, type Due, type End } from '../follower';
import type { History } from '../history';
import { hasAnswers, isBad, isUnknown, waits } from '../reportedStatus';
import { takeState } from '../takeState';
import type { ConversationState } from '../../client/records';
import { isLasting, isNotOffered, retryAfterOf } from '../../client/serviceError';
import type { Event } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { plainNotification } from '../../base/text';
import { urlOf } from '../../base/url';
import { systemClock } from '../../base/clock';
import { commandRemedy, type Remedy, type Report } from '../../base/vscode/explanation';
import { notify, type Show } from '../../base/vscode/notify';
import { commands, views } from '../../names';
import { askStatus, sayAndOffer, type StatusPorts } from './askStatus';
import { conversationState, shortTitle } from './conversationLabels';

export interface FollowPorts extends StatusPorts {
  readonly report: Report;
}

/** A window, as far as its focus matters. */
export interface Focusable {
  readonly state: { readonly focused: boolean };
  readonly onDidChangeWindowState: Event<unknown>;
}

/** Asks the followed services for the status of conversations, until it is disposed of: see {@link Follower}. */
export function followStatuses(ports: FollowPorts, window: Focusable = vscode.window, clock = systemClock): Disposable {
  const { history, followed, log } = ports;
  const store = new DisposableStore();
  const ending = new AbortController();
  store.add({ dispose: () => ending.abort() });
  let origins: readonly string[] = [];
  const isFollowed = ({ baseUrl }: Conversation) => origins.includes(urlOf(baseUrl)?.origin ?? '');
  // Another window may have changed what is followed, and this one isn't told.
  const read = async () => {
    origins = await followed.origins();
  };
  const onError = (error: unknown) => log.error('Following the status failed.', { error: String(error) });
  const ask = async (due: Due) => {
    await read();
    // The user may end it while the connection is made.
    return askOnce(due, { ...ports, isFollowed, now: clock.now }, ending.signal);
  };
  const follower = store.add(
    new Follower({
      ...clock,
      conversations: () => (window.state.focused ? history.conversations.filter(isFollowed) : []),
      ask,
      onError,
      announce: (ends) => {
        for (const answered of announceEnds(ends, history)) answered.catch(onError);
      },
    }),
  );
  const readLater = () => void read().then(() => follower.look(), onError);
  store.add(followed.onDidChange(readLater));
  store.add(window.onDidChangeWindowState(readLater));
  store.add(history.onDidChange(() => follower.look()));
  history.load().then(readLater, onError);
  return store;
}

interface QuestionPorts extends FollowPorts {
  readonly isFollowed: (conversation: Conversation) => boolean;
  readonly now: () => number;
}

async function askOnce(due: Due, ports: QuestionPorts, signal: AbortSignal): Promise<Asked> {
  const { service, followed, report, log, isFollowed } = ports;
  const [first] = due;
  const connection = await service.connect(first.baseUrl);
  if (connection.kind !== 'ready') {
    log.warn("The status can't be asked for.", { reason: connection.kind });
    return { conversations: [first], failure: {} };
  }
  if (!isFollowed(first)) return { conversations: [first] };
  const { api, client, address } = connection;
  const same = due.filter(({ baseUrl }) => baseUrl === first.baseUrl);
  // Some may be from when the service had another API. One that can't be sent must not keep the others from it.
  const isSendable = ({ conversationId = '' }: Conversation) => api.start.ownIds?.accepts(conversationId) !== false;
  const sendable = same.filter(isSendable).slice(0, api.status.atOnce);
  const conversations = [...sendable, ...same.filter((one) => !isSendable(one))];
  if (sendable.length === 0) return { conversations };
  let states: readonly (ConversationState | null)[];
  try {
    states = await askStatus(client, sendable, log, signal);
  } catch (error) {
    if (!isLasting(error)) return { conversations, failure: { retryAfterSeconds: retryAfterOf(error) } };
    await followed.pause(address.origin);
    if (isNotOffered(error)) {
      const sentence = vscode.l10n.t(
        "{0} doesn't provide conversation status, so it's no longer followed. To try again, select Follow Status.",
        address.origin,
      );
      sayAndOffer(sentence, first, ports);
    } else
      await report(error, commandRemedy(vscode.l10n.t('Follow Status'), commands.followConversation, { id: first.id }));
    return { conversations };
  }
  const ends: End[] = [];
  for (const [at, one] of sendable.entries()) {
    const end = await takeState(one, states[at] ?? null, ports);
    if (end) ends.push(end);
  }
  return { conversations, ends };
}

/**
 * Tells the user of ends: the only notification of each, but one for all that had ended before the service was first
 * asked for them. What they answer has been looked at.
 * @returns for each notification, when it was answered or closed
 */
export function announceEnds(ends: readonly End[], history: Pick<History, 'change'>): readonly Promise<void>[] {
  const known = ends.filter(({ isFirst }) => isFirst);
  const others = known.length > 1 ? ends.filter(({ isFirst }) => !isFirst) : ends;
  return [
    ...(known.length > 1 ? [announceSeveral(known, history)] : []),
    ...others.map(({ conversation }) => announceEnd(conversation, history)),
  ];
}

async function announceSeveral(ends: readonly End[], history: Pick<History, 'change'>): Promise<void> {
  const sentence = vscode.l10n.t(
    '{0} conversations have ended or are waiting for you. The Conversations view shows what their service reports.',
    ends.length,
  );
  const show = commandRemedy(vscode.l10n.t('Show Conversations'), `${views.conversations}.focus`);
  if (!(await isAnswered(vscode.window.showInformationMessage, sentence, show))) return;
  for (const { conversation } of ends) await markSeen(conversation, history, conversation.endedAt);
}

async function announceEnd(conversation: Conversation, history: Pick<History, 'change'>): Promise<void> {
  const { id } = conversation;
  const open = commandRemedy(vscode.l10n.t('Open in Browser'), commands.openConversation, { id });
  const review = mayHavePushed(conversation)
    ? [commandRemedy(vscode.l10n.t('Review What Was Pushed...'), commands.reviewResult, { id })]
    : [];
  const answer =
    hasAnswers(conversation) && !isUnknown(conversation)
      ? [commandRemedy(vscode.l10n.t('Show Last Answer'), commands.showLastAnswer, { id })]
      : [];
  const next = [...answer, ...(waits(conversation) ? [open, ...review] : [...review, open])];
  const { showInformationMessage, showWarningMessage } = vscode.window;
  const show = isBad(conversation) ? showWarningMessage : showInformationMessage;
  if (await isAnswered(show, sentenceOf(conversation), ...next))
    await markSeen(conversation, history, conversation.endedAt);
}

/** The last notification with each text. */
const last = new Map<string, symbol>();

/** Notifies; false if nobody has closed it but VS Code, which closes a notification when it shows an equal one. */
async function isAnswered(show: Show, sentence: string, ...remedies: readonly Remedy[]): Promise<boolean> {
  const text = [plainNotification(sentence), ...remedies.map(({ label }) => label)].join('\n');
  const own = Symbol();
  last.set(text, own);
  await notify(show, sentence, ...remedies);
  if (last.get(text) !== own) return false;
  last.delete(text);
  return true;
}

/** What the service reported, and no more: an end is neither success nor failure unless the service says so. */
function sentenceOf(conversation: Conversation): string {
  const title = shortTitle(conversation);
  if (isUnknown(conversation)) {
    return vscode.l10n.t('The service no longer knows the conversation "{0}". It may have been deleted.', title);
  }
  const { words } = conversationState(conversation);
  if (waits(conversation)) {
    return vscode.l10n.t({
      message: 'The conversation "{0}" is waiting for you. Its service reports: {1}.',
      args: [title, words],
      comment: '{1} is the state, such as "Waiting for confirmation" or "Stuck"',
    });
  }
  return vscode.l10n.t({
    message: 'The conversation "{0}" has ended. Its service reports: {1}.',
    args: [title, words],
    comment: '{1} is the state, such as "Stopped" or "Finished"',
  });
}
