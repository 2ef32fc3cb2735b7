import { appendFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Workbench } from '../host/workbench';

type Values = Readonly<Record<string, unknown>>;

/** History of a running window's conversations, written as another window on the same folder would. */
export class WindowHistory {
  readonly #folder: string;
  readonly #workspace: string | undefined;

  constructor({ server, folder }: Workbench) {
    const storage = path.join(server.dataFolder, 'data', 'User', 'globalStorage');
    this.#folder = path.join(storage, 'agent-conversations.agent-conversations');
    this.#workspace = folder === null ? undefined : pathToFileURL(folder).href;
  }

  async remember(conversations: readonly Values[]): Promise<void> {
    await this.#append(
      conversations.map((conversation) => ({
        type: 'sent',
        conversation: { workspace: this.#workspace, ...conversation },
      })),
    );
  }

  async forget(ids: readonly string[]): Promise<void> {
    await this.#append(ids.map((id) => ({ type: 'removed', id })));
  }

  async #append(records: readonly Values[]): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const lines = records.map((record) => `${JSON.stringify({ version: 1, ...record })}\n`);
    await appendFile(path.join(this.#folder, 'conversations.jsonl'), lines.join(''));
  }
}
