import { isPreparing, waiterOf, type Conversation } from './conversation';
import type { Clock } from '../base/clock';
import type { Log } from '../base/log';
import { DisposableStore, type Disposable } from '../base/lifecycle';
import { type ReadyConnection, type ServiceAccess, currentClient } from '../service/serviceConnection';
import { waitsFor } from './preparation';
import { finishStart, type OutcomePorts, type StartResult } from './acceptedStart';
import type { History } from './history';

/** Processes of this machine, as far as waiting for a start depends on them. */
interface Processes {
  /** True if a process with this id runs. It may be another one that got the same id. */
  readonly isAlive: (processId: number) => boolean;
  /** Time when this process began, in milliseconds since 1970. */
  readonly began: number;
}

export interface ResumePorts {
  readonly service: Pick<ServiceAccess, 'connect'>;
  readonly history: Pick<History, 'conversations' | 'onDidChange' | 'get' | 'change' | 'claim'>;
  readonly log: Log;
  readonly clock: Clock;
  readonly processId: number;
  readonly processes: Processes;
  readonly explain: OutcomePorts['explain'];
  /** Shows an outcome, once. */
  readonly show: (result: StartResult, of: Conversation, connection: ReadyConnection) => unknown;
}

/** More would be asked for more often than services allow. */
const mostAtOnce = 10;

/** Age of a stage from which on its window no longer waits, in milliseconds: it saves each one now and then. */
const abandonedAfter = waitsFor + 60_000;

/** Time between two looks for windows that are gone, in milliseconds. */
const lookEvery = 5_000;

/**
 * Waits for accepted starts whose windows are gone, until it's disposed of: saves their outcomes, and shows each. Of
 * several windows, the first one in the history does.
 */
export function resumeWaiting(ports: ResumePorts): Disposable {
  const { history, log, clock, processId, processes } = ports;
  const store = new DisposableStore();
  const closing = new AbortController();
  store.add({ dispose: () => closing.abort() });
  const taken = new Set<string>();
  /** Those of them that are being waited for. */
  const waiting = new Set<string>();
  const turns = new Map<string, Promise<unknown>>();
  let timer: Disposable | undefined;
  store.add({ dispose: () => timer?.dispose() });

  const isLeft = (conversation: Conversation) => {
    const waiter = waiterOf(conversation);
    if (!isPreparing(conversation) || waiter === 0 || taken.has(conversation.id)) return false;
    // In a container, the new window's process often has the id of the old one.
    if (waiter === processId) return conversation.sentAt < processes.began;
    // Another process may have got the id of the old window's.
    return !processes.isAlive(waiter) || clock.now() - (conversation.stageAt ?? conversation.sentAt) > abandonedAfter;
  };
  const onError = (error: unknown) => log.error("A start can't be waited for.", { error: String(error) });

  const look = () => {
    timer?.dispose();
    if (closing.signal.aborted) return;
    for (const conversation of history.conversations.filter(isLeft).slice(0, mostAtOnce - waiting.size)) {
      const { id } = conversation;
      taken.add(id);
      waiting.add(id);
      takeUp(conversation, ports, turns, closing.signal)
        // It may be the other window's turn to close, or there may be a key later.
        .then((isOurs) => (isOurs ? undefined : taken.delete(id)))
        .catch(onError)
        .finally(() => waiting.delete(id))
        .catch(onError);
    }
    const isOurs = (one: Conversation) => waiterOf(one) === processId && one.sentAt >= processes.began;
    const isAwaited = (one: Conversation) =>
      isPreparing(one) && waiterOf(one) !== 0 && !isOurs(one) && !taken.has(one.id);
    timer = history.conversations.some(isAwaited) ? clock.after(lookEvery, look) : undefined;
  };
  store.add(history.onDidChange(look));
  look();
  return store;
}

/** @returns false if another window did */
async function takeUp(
  conversation: Conversation,
  ports: ResumePorts,
  turns: Map<string, Promise<unknown>>,
  closing: AbortSignal,
): Promise<boolean> {
  const { id, baseUrl } = conversation;
  const { service, history, clock, log, processId, explain, show } = ports;
  const connection = await service.connect(baseUrl);
  if (connection.kind !== 'ready' || !connection.dialect.hasTasks) {
    log.debug("A start can't be waited for now.", { reason: connection.kind });
    return false;
  }
  await history.change(id, { waiter: processId, waitedBefore: waiterOf(conversation) });
  const claimed = history.get(id);
  if (!claimed || !isPreparing(claimed)) return true;
  if (claimed.waiter !== processId) return false;
  log.info('Waiting for the start of a window that is gone.', { baseUrl });
  const given = new AbortController();
  const signal = AbortSignal.any([closing, given.signal]);
  const result = await finishStart(
    { ...conversation, waiter: processId },
    {
      ...clock,
      log,
      client: currentClient(service, baseUrl, (ask) =>
        inTurn(connection.address.origin, turns, async () => {
          // It may have been removed. Of two windows that took it up at the same moment, one goes on.
          await history.change(id, {});
          if (history.get(id)?.waiter !== processId) given.abort();
          signal.throwIfAborted();
          return ask();
        }),
      ),
      // If this window closes, the next one takes it up.
      memory: { change: async (...change) => (signal.aborted ? undefined : history.change(...change)) },
      explain,
    },
    undefined,
    signal,
  );
  if (signal.aborted) return !given.signal.aborted;
  log.info('That start has an outcome.', { outcome: result.outcome });
  // Two windows that took it up at the same moment may both have asked before either knew of the other.
  if (await history.claim(id, `shown${result.outcome}`)) await show(result, conversation, connection);
  return true;
}

/** Asks a service one question at a time. */
async function inTurn<T>(origin: string, turns: Map<string, Promise<unknown>>, ask: () => Promise<T>): Promise<T> {
  const turn = (turns.get(origin) ?? Promise.resolve()).then(ask, ask);
  turns.set(origin, turn);
  return turn;
}
