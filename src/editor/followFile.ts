import { watch, type FSWatcher } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../disposables';
import type { Log } from '../domain/ports/log';

/** Who tells that a file changed. */
export interface FileNews {
  readonly watch: (
    folder: string,
    options: { readonly persistent: false },
    listener: (event: string, name: string | null) => void,
  ) => Pick<FSWatcher, 'on' | 'close'>;
  readonly onDidChangeWindowState: vscode.Event<Pick<vscode.WindowState, 'focused'>>;
}

export function fileNews(): FileNews {
  return { watch, onDidChangeWindowState: vscode.window.onDidChangeWindowState };
}

/**
 * Says when a file may have changed: as the system reports it, and whenever somebody comes back to the window. The
 * second is all there is where the system has no watcher to spare, or on a network drive.
 */
export function followFile(file: string, changed: () => void, log: Log, news: FileNews): Disposable {
  const store = new DisposableStore();
  store.add(news.onDidChangeWindowState(({ focused }) => (focused ? changed() : undefined)));
  const late = (error: unknown) =>
    log.warn('Conversations of other windows show up late: the file that holds them cannot be followed.', {
      error: String(error),
    });
  try {
    const watcher = news.watch(path.dirname(file), { persistent: false }, (_, name) => {
      if (name === null || name === path.basename(file)) changed();
    });
    store.add({ dispose: () => watcher.close() });
    watcher.on('error', late);
  } catch (error) {
    late(error);
  }
  return store;
}
