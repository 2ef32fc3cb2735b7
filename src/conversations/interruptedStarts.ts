import type { Disposable } from '../base/lifecycle';
import type { Conversation } from './conversation';
import { type Log, errorName } from '../base/log';
import { isAlive } from '../base/temporaries';

export interface SentStarts {
  /** Those that are being sent, by any window. */
  readonly sent: () => readonly Conversation[];
  /** The window that sent it is gone: no process is left to receive the answer. */
  readonly end: (conversation: Conversation) => Promise<void>;
  /** The deadline of some has passed. The views determine the outcome themselves. */
  readonly onOverdue: () => void;
}

/** Checks at intervals whether the windows that wait for an answer are still there. */
export class InterruptedStarts implements Disposable {
  readonly #starts: SentStarts;
  readonly #log: Log;
  readonly #milliseconds: number;
  readonly #overdue = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #disposed = false;

  constructor(starts: SentStarts, log: Log, milliseconds: number) {
    this.#starts = starts;
    this.#log = log;
    this.#milliseconds = milliseconds;
  }

  async look(): Promise<void> {
    clearTimeout(this.#timer);
    const awaited = this.#awaited();
    for (const conversation of awaited) if (!isAlive(conversation.sender)) await this.#starts.end(conversation);
    const now = Date.now();
    const overdue = awaited.filter(({ sender, deadline }) => isAlive(sender) && now > deadline);
    for (const { id } of overdue) this.#overdue.add(id);
    if (overdue.length > 0) this.#starts.onOverdue();
    this.lookLater();
  }

  lookLater(): void {
    clearTimeout(this.#timer);
    if (this.#disposed || this.#awaited().length === 0) return;
    const look = () => {
      this.look().catch((error: unknown) =>
        this.#log.warn("Starts from other windows can't be monitored.", { error: errorName(error) }),
      );
    };
    this.#timer = setTimeout(look, this.#milliseconds).unref();
  }

  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#timer);
  }

  #awaited(): readonly Conversation[] {
    return this.#starts.sent().filter(({ id }) => !this.#overdue.has(id));
  }
}
