import fs from 'node:fs/promises';
import path from 'node:path';
import { recordNameOf } from '../../src/conversations/conversationRecord';
import { TemporaryFolder } from '../host/temporaryFolder';
import { conversation, openHistory } from './histories';
import { RecordingLog } from './recordingLog';
import type { History, HistoryOptions } from '../../src/conversations/history';

const { open: openFile } = fs;

/** The files of a history, and the windows that have it open. */
export class HistoryFolder {
  readonly log = new RecordingLog();
  readonly path = new TemporaryFolder('history').path;
  readonly #opened: History[] = [];

  /** The history as another window has it; it isn't told of changes by itself unless with `systemNews`. */
  open(options: HistoryOptions = {}): History {
    const history = openHistory(this.path, this.log, options);
    this.#opened.push(history);
    return history;
  }

  /** Absolute path of the file of such a conversation. */
  file(id: string): string {
    return path.join(this.path, 'conversations', `${recordNameOf(conversation(id))}.json`);
  }

  /** The next writes fail, as on a full disk or in a folder that can't be written to. */
  failWrites(code: string): void {
    fs.open = (...given) => (given[1] === 'w' ? refuse(code) : openFile(...given));
  }

  allowWrites(): void {
    fs.open = openFile;
  }

  dispose(): void {
    this.allowWrites();
    for (const history of this.#opened.splice(0)) history.dispose();
  }
}

export const idsOf = (history: History) => history.conversations.map(({ id }) => id);

/** The answer of a system that doesn't allow something. */
export function refuse(code: string): Promise<never> {
  return Promise.reject(Object.assign(new Error(`${code}: refused`), { code }));
}
