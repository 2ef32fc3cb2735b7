import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Conversation } from './conversation';
import type { KeptSettings } from './settings';
import { isObject } from './validation';

interface State {
  readonly version: 1;
  readonly settings: KeptSettings | null;
  readonly conversations: readonly Conversation[];
}

/** Settings and conversations, in memory and, if there is a file, on disk before a change is reported. */
export class Store {
  readonly #file: string | undefined;
  #settings: KeptSettings | undefined;
  readonly #conversations = new Map<string, Conversation>();

  /** @throws if the file exists and wasn't written by a store */
  constructor(file: string | undefined) {
    this.#file = file;
    const state = file === undefined ? undefined : read(file);
    this.#settings = state?.settings ?? undefined;
    for (const conversation of state?.conversations ?? []) this.#conversations.set(conversation.id, conversation);
  }

  get settings(): KeptSettings | undefined {
    return this.#settings;
  }

  set settings(settings: KeptSettings | undefined) {
    this.#settings = settings;
    this.#write();
  }

  /** Oldest first. */
  get conversations(): readonly Conversation[] {
    return [...this.#conversations.values()];
  }

  conversation(id: string): Conversation | undefined {
    return this.#conversations.get(id);
  }

  keep(conversation: Conversation): void {
    this.#conversations.set(conversation.id, conversation);
    this.#write();
  }

  #write(): void {
    if (this.#file === undefined) return;
    const state: State = { version: 1, settings: this.#settings ?? null, conversations: this.conversations };
    // Renaming replaces the old file in one step: whenever the process dies, one complete file is there.
    const temporary = `${this.#file}.${process.pid}.tmp`;
    writeFileSync(temporary, JSON.stringify(state, undefined, 2), { mode: 0o600 });
    renameSync(temporary, this.#file);
  }
}

function read(file: string): State | undefined {
  let content: string;
  try {
    content = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  const state: unknown = JSON.parse(content);
  if (!isObject(state) || state['version'] !== 1) throw new Error(`${file} was not written by the reference service`);
  return state as unknown as State;
}
