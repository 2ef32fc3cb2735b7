import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Conversation } from './conversation';
import { Emitter, type Event } from '../../src/base/event';
import type { KeptSettings } from './settings';
import { isObject } from './validation';

interface State {
  readonly version: 1;
  readonly settings: KeptSettings | null;
  readonly conversations: readonly Conversation[];
}

export interface Heard {
  readonly id: string;
  readonly text: string;
  readonly instructions?: string | null;
  /** `owner/name`. Only for the task. */
  readonly repository?: string | null;
  readonly branch?: string | null;
}

/** Settings and conversations, in memory and, if there is a file, on disk before a change is reported. */
export class Store {
  readonly #file: string | undefined;
  #settings: KeptSettings | undefined;
  readonly #conversations = new Map<string, Conversation>();
  readonly #heard = new Emitter<Heard>();
  /** Fires for each message that an agent gets, in every kind of API. */
  readonly onDidHear: Event<Heard> = this.#heard.event;

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

  hear(heard: Heard): void {
    this.note(heard.id, heard.text);
    this.#heard.fire(heard);
  }

  /** Adds a line to the page of a conversation. */
  note(id: string, line: string): void {
    const conversation = this.conversation(id);
    if (conversation) this.keep({ ...conversation, notes: [...(conversation.notes ?? []), line] });
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
