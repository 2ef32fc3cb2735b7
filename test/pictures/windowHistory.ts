import { pathToFileURL } from 'node:url';
import type { Conversation } from '../../src/conversations/conversation';
import type { Workbench } from '../host/workbench';
import { extensionStorage, writeHistory } from '../support/histories';
import { removeFolder } from '../support/removeFolder';

/** History of a running window's conversations, written as another window on the same folder would. */
export class WindowHistory {
  readonly #folder: string;
  readonly #workspace: string | undefined;
  readonly #files = new Map<string, string>();

  constructor({ server, folder }: Workbench) {
    this.#folder = extensionStorage(server.dataFolder);
    this.#workspace = folder === null ? undefined : pathToFileURL(folder).href;
  }

  async remember(conversations: readonly Conversation[]): Promise<void> {
    const workspace = this.#workspace === undefined ? {} : { workspace: this.#workspace };
    for (const one of conversations) {
      const [file = ''] = await writeHistory(this.#folder, [{ ...workspace, ...one }]);
      this.#files.set(one.id, file);
    }
  }

  async forget(ids: readonly string[]): Promise<void> {
    for (const id of ids) await removeFolder(this.#files.get(id) ?? id);
  }
}
