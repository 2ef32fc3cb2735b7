import { watch, type FSWatcher } from 'node:fs';
import { DisposableStore, type Disposable } from './lifecycle';
import type { Event } from './event';
import type { Log } from './log';

export interface FileNews {
  readonly watch: (
    folder: string,
    options: { readonly persistent: false },
    listener: (event: string, name: string | null) => void,
  ) => FSWatcher;
  readonly onDidChangeWindowState: Event<{ readonly focused: boolean }>;
}

/** The system's own watcher, for use without a window. */
export const systemNews: FileNews = { watch, onDidChangeWindowState: () => ({ dispose: () => undefined }) };

/**
 * Reports that a file in a folder has changed: when the system says so, with its name if it says which one, and without
 * a name whenever the window gets the focus. The latter is the only signal if the system is out of watchers, or on a
 * network drive.
 */
export function followFiles(
  folder: string,
  changed: (file: string | undefined) => unknown,
  log: Log,
  news: FileNews,
): Disposable {
  const store = new DisposableStore();
  store.add(news.onDidChangeWindowState(({ focused }) => focused && changed(undefined)));
  const late = (error: unknown) =>
    log.warn("Conversations from other windows appear late: their files can't be watched.", { error: String(error) });
  try {
    const watcher = news.watch(folder, { persistent: false }, (_, name) => changed(name ?? undefined));
    store.add({ dispose: () => watcher.close() });
    watcher.on('error', late);
  } catch (error) {
    late(error);
  }
  return store;
}
