import { anyWaiter, isPreparing, waiterOf, type Conversation } from './conversation';
import type { Clock } from '../base/clock';
import type { Log } from '../base/log';
import { DisposableStore, Slot, type Disposable } from '../base/lifecycle';
import { type ReadyConnection, type ServiceAccess } from '../service/serviceConnection';
import { outcomeClient, maxPreparationTime } from './preparation';
import { finishStart, type StartResult } from './acceptedStart';
import type { History } from './history';

export interface ResumePorts {
  readonly service: Pick<ServiceAccess, 'connect'>;
  readonly history: Pick<History, 'conversations' | 'onDidChange' | 'get' | 'change' | 'claim'>;
  readonly log: Log;
  readonly clock: Clock;
  readonly processId: number;
  readonly processes: {
    /** Another process may have got the same id. */
    readonly isAlive: (processId: number) => boolean;
    /** Time when this process began, in milliseconds since 1970. */
    readonly began: number;
  };
  readonly show: (result: StartResult, of: Conversation, connection: ReadyConnection) => unknown;
}

/** Age of a stage from which on its window no longer waits, in milliseconds: it saves each one now and then. */
const abandonedAfter = maxPreparationTime + 60_000;

/** Interval for checking whether the windows that wait are still there, in milliseconds. */
const lookEvery = 5_000;

/**
 * Waits for accepted starts whose windows are gone, until it's disposed of: saves their outcomes, and shows each. Of
 * several windows, the first one that claims a start does.
 */
export function resumeWaiting(ports: ResumePorts): Disposable {
  const { history, log, clock, processId, processes } = ports;
  const store = new DisposableStore();
  const closing = new AbortController();
  store.add({ dispose: () => closing.abort() });
  const timer = store.add(new Slot());
  /** Ids of the starts that this window is waiting for, or is trying to claim. */
  const taken = new Set<string>();

  // In a container, the new window's process often has the id of the old one.
  const isOurs = (one: Conversation) => waiterOf(one) === processId && one.sentAt >= processes.began;
  const isOfOthers = (one: Conversation) => isPreparing(one) && waiterOf(one) !== 0 && !isOurs(one);
  const isLeft = (one: Conversation) =>
    waiterOf(one) === processId ||
    waiterOf(one) === anyWaiter ||
    !processes.isAlive(waiterOf(one)) ||
    // Another process may have got the id of the old window's.
    clock.now() - (one.stageAt ?? one.sentAt) > abandonedAfter;

  const look = () => {
    if (closing.signal.aborted) return;
    const ofOthers = history.conversations.filter(isOfOthers);
    for (const conversation of ofOthers.filter((one) => isLeft(one) && !taken.has(one.id))) {
      taken.add(conversation.id);
      resumeOne(conversation, ports, closing.signal)
        .catch((error: unknown) => log.error("A start can't be waited for.", { error: String(error) }))
        .finally(() => taken.delete(conversation.id));
    }
    // Its window may close, or there may be a key later.
    timer.put(ofOthers.length > 0 ? clock.after(lookEvery, look) : undefined);
  };
  store.add(history.onDidChange(look));
  look();
  return store;
}

async function resumeOne(conversation: Conversation, ports: ResumePorts, closing: AbortSignal): Promise<void> {
  const { id, baseUrl, waiterAt = 0, sentAt } = conversation;
  const { service, history, clock, log, processId, show } = ports;
  const connection = await service.connect(baseUrl);
  if (connection.kind !== 'ready' || !connection.client.preparation) {
    log.debug("A start can't be waited for now.", { reason: connection.kind });
    return;
  }
  // A window that ended between its claim and its id in the file keeps the others out for this time, not for good.
  const turn = Math.floor((clock.now() - (waiterAt || sentAt)) / abandonedAfter);
  if (!(await history.claim(id, `wait${waiterAt}turn${turn}`))) return;
  await history.change(id, { waiter: processId });
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
      // If this window closes, the next one takes it up.
      memory: { change: async (...change) => (signal.aborted ? undefined : history.change(...change)) },
    },
    undefined,
    signal,
  ).finally(() => watching.dispose());
  if (signal.aborted) return;
  log.info('That start has an outcome.', { outcome: result.outcome });
  await show(result, conversation, connection);
}
