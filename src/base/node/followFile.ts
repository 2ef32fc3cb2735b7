import { watch, type FSWatcher } from 'node:fs';
import { DisposableStore, type Disposable } from '../common/lifecycle';
import type { Event } from '../common/event';
import type { Log } from '../common/log';

/** Source of file change events. */
export interface FileNews {
  readonly watch: (
    folder: string,
    options: { readonly persistent: false },
    listener: (event: string, name: string | null) => void,
  ) => Pick<FSWatcher, 'on' | 'close'>;
  readonly onDidChangeWindowState: Event<{ readonly focused: boolean }>;
}

/** The system's own watcher, for use without a window. */
export const systemNews: FileNews = { watch, onDidChangeWindowState: () => ({ dispose: () => undefined }) };

/**
 * Reports that one of some files in a folder may have changed: when the system says so, and whenever the window gets
 * the focus. The latter is the only signal if the system is out of watchers, or on a network drive.
 */
export function followFiles(
  folder: string,
  isOne: (name: string) => boolean,
  changed: () => void,
  log: Log,
  news: FileNews,
): Disposable {
  const store = new DisposableStore();
  store.add(news.onDidChangeWindowState(({ focused }) => (focused ? changed() : undefined)));
  const late = (error: unknown) =>
    log.warn("Conversations from other windows appear late: their files can't be watched.", {
      error: String(error),
    });
  try {
    const watcher = news.watch(folder, { persistent: false }, (_, name) => {
      if (name === null || isOne(name)) changed();
    });
    store.add({ dispose: () => watcher.close() });
    watcher.on('error', late);
  } catch (error) {
    late(error);
  }
  return store;
}
