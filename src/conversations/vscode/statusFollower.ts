import * as vscode from 'vscode';
import type { Conversation } from '../conversation';
import type { Asked, Due, End } from '../followedService';
import { Follower } from '../follower';
import { takeState } from '../takeState';
import { acceptsId } from '../../client/dialect';
import type { ConversationState } from '../../client/records';
import type { Event } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { urlOf } from '../../base/url';
import { systemClock } from '../../base/clock';
import { commandRemedy, type Remedy, type Report } from '../../base/vscode/explanation';
import { commands } from '../../names';
import { askStatus, sayNotFollowed, type StatusPorts } from './askStatus';
import { announceEnds } from './announceEnd';

export interface FollowPorts extends Omit<StatusPorts, 'keys' | 'workspace'> {
  readonly report: Report;
  /** A session key was stored or removed; given is its origin. */
  readonly onDidChangeKey: Event<string>;
}

/** The focus of this window. */
export interface Focus {
  readonly isFocused: () => boolean;
  readonly onDidChange: Event<unknown>;
}

const focusOfWindow: Focus = {
  isFocused: () => vscode.window.state.focused,
  onDidChange: vscode.window.onDidChangeWindowState,
};

/** Asks the followed services for the status of conversations, until it is disposed of: see {@link Follower}. */
export function followStatuses(ports: FollowPorts, focus = focusOfWindow, clock = systemClock): Disposable {
  const { history, followed, log, onDidChangeKey } = ports;
  const store = new DisposableStore();
  const ending = new AbortController();
  store.add({ dispose: () => ending.abort() });
  let origins: ReadonlySet<string> = new Set();
  const isFollowed = ({ baseUrl }: Conversation) => origins.has(urlOf(baseUrl)?.origin ?? '');
  // Another window may have changed what is followed, and this one isn't told.
  const read = async () => {
    const now = await followed.origins();
    origins = new Set(now.filter(({ isPaused }) => !isPaused).map(({ origin }) => origin));
  };
  const onError = (error: unknown) => log.error('Following the status failed.', { error: String(error) });
  const follower = store.add(
    new Follower({
      ...clock,
      conversations: () => history.conversations,
      followedOrigin: (conversation) => (isFollowed(conversation) ? urlOf(conversation.baseUrl)?.origin : undefined),
      isFocused: focus.isFocused,
      ask: async (due) => {
        await read();
        const its = { ...ports, isFollowed: () => isFollowed(due[0]), now: clock.now };
        const asked = await askOnce(due, its, ending.signal).catch((error: unknown): Asked => {
          onError(error);
          return { conversations: [due[0]], failure: {} };
        });
        const { origin } = new URL(due[0].baseUrl);
        if (!ending.signal.aborted) followed.noteQuestion(origin, !asked.failure, clock.now());
        return asked;
      },
      announce: (ends) => {
        for (const answered of announceEnds(ends, history)) answered.catch(onError);
      },
    }),
  );
  const readLater = () => void read().then(() => follower.look(), onError);
  store.add(followed.onDidChange(readLater));
  store.add(focus.onDidChange(readLater));
  store.add(onDidChangeKey((origin) => followed.resume(origin).then(undefined, onError)));
  store.add(history.onDidChange(() => follower.look()));
  history.load().then(readLater, onError);
  return store;
}

interface QuestionPorts extends FollowPorts {
  /** The user may change it while the connection is made. */
  readonly isFollowed: () => boolean;
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
  if (!isFollowed()) return { conversations: [first] };
  const { dialect, client, address } = connection;
  const same = due.filter(({ baseUrl }) => baseUrl === first.baseUrl);
  // Some may be from when the service had another API. One that can't be sent must not keep the others from it.
  const isSendable = ({ conversationId = '' }: Conversation) => acceptsId(dialect, conversationId);
  const sendable = same.filter(isSendable).slice(0, dialect.statesAtOnce);
  const conversations = [...sendable, ...same.filter((one) => !isSendable(one))];
  const answer = sendable.length > 0 ? await askStatus(client, sendable, log, signal) : undefined;
  switch (answer?.kind) {
    case 'states':
      return { conversations, ends: await takeAll(sendable, answer.states, ports) };
    case 'failed':
      return { conversations, failure: answer };
    case 'notOffered':
      await followed.pause(address.origin);
      sayNotFollowed(first, answer.error, ports);
      break;
    case 'rejected':
      await followed.pause(address.origin);
      await report(answer.error, followAgain(first));
      break;
    case undefined:
  }
  return { conversations };
}

function followAgain({ id }: Conversation): Remedy {
  return commandRemedy(vscode.l10n.t('Follow Status'), commands.followConversation, { id });
}

async function takeAll(
  asked: readonly Conversation[],
  states: readonly (ConversationState | null)[],
  ports: QuestionPorts,
): Promise<readonly End[]> {
  const ends: End[] = [];
  for (const [at, one] of asked.entries()) {
    const end = await takeState(one, states[at] ?? null, ports);
    if (end) ends.push(end);
  }
  return ends;
}
