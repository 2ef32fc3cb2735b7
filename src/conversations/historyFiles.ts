import { watch, type FSWatcher } from 'node:fs';
import { FileError, type FileAction } from '../base/files';
import { DisposableStore, type Disposable } from '../base/lifecycle';
import type { Event } from '../base/event';
import type { Log } from '../base/log';

/** A problem with the history's files that the user should know of. `file` is an absolute path. */
export type HistoryTrouble =
  /** The folder, or a file in it, can't be read. */
  | { readonly kind: 'unreadable'; readonly file: string; readonly code: string }
  /** The conversations in these files are lost. `file` is the first one, which was renamed if possible. */
  | { readonly kind: 'damaged'; readonly file: string; readonly files: number }
  | { readonly kind: 'newer'; readonly file: string; readonly files: number }
  /** Changes of some conversations couldn't be saved and are known only in this window. */
  | { readonly kind: 'unwritten'; readonly file: string; readonly code: string };

export class HistoryError extends FileError {
  override readonly name = 'HistoryError';

  constructor(action: FileAction, code: string, file: string) {
    super('history', action, code, file);
  }
}

export interface FileEvents {
  readonly watch: (
    folder: string,
    options: { readonly persistent: false },
    listener: (event: string, name: string | null) => void,
  ) => FSWatcher;
  readonly onDidChangeWindowState: Event<{ readonly focused: boolean }>;
}

/** Node's file watcher alone, for use without a window. */
export const systemFileEvents: FileEvents = { watch, onDidChangeWindowState: () => ({ dispose: () => undefined }) };

/**
 * Calls back when a file in a folder has changed, with its name if the system reports it. Also calls back, without a name,
 * whenever the window gets the focus: on a network drive, or if the system is out of watchers, nothing else tells.
 */
export function followFiles(
  folder: string,
  changed: (file: string | undefined) => unknown,
  log: Log,
  events: FileEvents,
): Disposable {
  const store = new DisposableStore();
  store.add(events.onDidChangeWindowState(({ focused }) => focused && changed(undefined)));
  const warn = (error: unknown) =>
    log.warn("Conversations from other windows appear late: their files can't be watched.", { error: String(error) });
  try {
    const watcher = events.watch(folder, { persistent: false }, (_, name) => changed(name ?? undefined));
    store.add({ dispose: () => watcher.close() });
    watcher.on('error', warn);
  } catch (error) {
    warn(error);
  }
  return store;
}
