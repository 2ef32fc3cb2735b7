import { anyWaiter, isPreparing, waiterOf, type Conversation } from './conversation';
import type { Clock } from '../base/clock';
import type { Log } from '../base/log';
import { DisposableStore, MutableDisposable, type Disposable } from '../base/lifecycle';
import { type ReadyConnection, type ServiceAccess } from '../service/serviceConnection';
import { outcomeClient, maxPreparationTime } from './preparation';
import { finishStart, type StartResult } from './acceptedStart';
import type { History } from './history';

export interface ResumePorts {
  readonly service: Pick<ServiceAccess, 'connect'>;
  readonly history: Pick<History, 'conversations' | 'onDidChange' | 'get' | 'change' | 'claim'>;
  readonly log: Log;
  readonly clock: Clock;
  readonly processes: {
    /** The process of this window, in the form of `thisProcess`. */
    readonly own: string;
    /** Time when it began, in milliseconds since 1970. */
    readonly began: number;
    /** A different process may have got the same id. */
    readonly hasEnded: (process: string) => boolean;
  };
  readonly show: (result: StartResult, of: Conversation, connection: ReadyConnection) => unknown;
}

/** Milliseconds after which an unchanged stage shows that no window waits any more: one that waits saves it before that. */
const abandonedAfter = maxPreparationTime + 60_000;

/** Milliseconds after which it's checked again whether windows that wait for a start are gone. */
const recheckAfter = 5_000;

/**
 * Waits, until it's disposed of, for accepted starts whose windows are gone. Saves the outcomes and shows them. If several
 * windows are open, the one that claims a start first does this.
 */
export function resumeWaiting(ports: ResumePorts): Disposable {
  const { history, log, clock, processes } = ports;
  const store = new DisposableStore();
  const closing = new AbortController();
  store.add({ dispose: () => closing.abort() });
  const timer = store.add(new MutableDisposable());
  /** Ids of the starts that this window waits for, or tries to claim. */
  const handled = new Set<string>();

  // In a container, the process of a new window often gets the id of the old window's process.
  const isOurs = (one: Conversation) => waiterOf(one) === processes.own && one.sentAt >= processes.began;
  const isOfOthers = (one: Conversation) => isPreparing(one) && waiterOf(one) !== '' && !isOurs(one);
  const isAbandoned = (one: Conversation) =>
    waiterOf(one) === processes.own ||
    waiterOf(one) === anyWaiter ||
    processes.hasEnded(waiterOf(one)) ||
    // A different process may have the id of the old window's process.
    clock.now() - (one.stageAt ?? one.sentAt) > abandonedAfter;

  const resumeAbandoned = () => {
    const ofOthers = history.conversations.filter(isOfOthers);
    for (const conversation of ofOthers.filter((one) => isAbandoned(one) && !handled.has(one.id))) {
      handled.add(conversation.id);
      resumeOne(conversation, ports, closing.signal)
        .catch((error: unknown) => log.error("A start can't be waited for.", { error: String(error) }))
        .finally(() => handled.delete(conversation.id));
    }
    // Later, another window may be gone, or a missing key may have been entered.
    timer.value = ofOthers.length > 0 ? clock.after(recheckAfter, resumeAbandoned) : undefined;
  };
  store.add(history.onDidChange(resumeAbandoned));
  resumeAbandoned();
  return store;
}

async function resumeOne(conversation: Conversation, ports: ResumePorts, closing: AbortSignal): Promise<void> {
  const { id, baseUrl, waiterAt = 0, sentAt } = conversation;
  const { service, history, clock, log, processes, show } = ports;
  const connection = await service.connect(baseUrl);
  if (connection.kind !== 'ready' || !connection.client.preparation) {
    log.debug("A start can't be waited for now.", { reason: connection.kind });
    return;
  }
  // A window may close after it has claimed a start and before it has saved its id. Its claim only counts for some time.
  const turn = Math.floor((clock.now() - (waiterAt || sentAt)) / abandonedAfter);
  if (!(await history.claim(id, `wait${waiterAt}turn${turn}`))) return;
  await history.change(id, { waiter: processes.own });
  log.info('Waiting for the start of a window that is gone.', { baseUrl });
  const removed = new AbortController();
  const signal = AbortSignal.any([closing, removed.signal]);
  const watching = history.onDidChange(() => {
    if (!history.get(id)) removed.abort();
  });
  const result = await finishStart(
    conversation,
    {
      ...clock,
      log,
      client: outcomeClient(service, conversation),
      // Once this window closes, another one waits and saves the outcome.
      history: { change: async (...change) => (signal.aborted ? undefined : history.change(...change)) },
    },
    undefined,
    signal,
  ).finally(() => watching.dispose());
  if (closing.aborted) return;
  if (removed.signal.aborted) {
    // Undo brings it back, and then it has to be waited for again.
    await history.change(id, { waiter: anyWaiter });
    return;
  }
  log.info('That start has an outcome.', { outcome: result.outcome });
  await show(result, conversation, connection);
}
