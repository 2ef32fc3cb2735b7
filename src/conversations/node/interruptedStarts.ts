import type { Disposable } from '../../base/common/lifecycle';
import type { Conversation } from '../common/conversation';
import { type Log, errorName } from '../../base/common/log';
import { isAlive } from '../../base/node/temporaries';

export interface AwaitedStarts {
  /** Those that are being sent, by any window. */
  awaited(): readonly Conversation[];
  /** The window that sent it is gone: no process is left to receive the answer. */
  end(conversation: Conversation): Promise<void>;
  /** Its deadline has passed. The views determine the outcome themselves. */
  giveUp(overdue: readonly Conversation[]): void;
}

/** Checks at intervals whether the windows that wait for an answer are still there. */
export class InterruptedStarts implements Disposable {
  readonly #starts: AwaitedStarts;
  readonly #log: Log;
  readonly #milliseconds: number;
  #timer: NodeJS.Timeout | undefined;
  #disposed = false;

  constructor(starts: AwaitedStarts, log: Log, milliseconds: number) {
    this.#starts = starts;
    this.#log = log;
    this.#milliseconds = milliseconds;
  }

  async look(): Promise<void> {
    clearTimeout(this.#timer);
    const awaited = this.#starts.awaited();
    for (const conversation of awaited) if (!isAlive(conversation.sender)) await this.#starts.end(conversation);
    const now = Date.now();
    const overdue = awaited.filter(({ sender, deadline }) => isAlive(sender) && now > deadline);
    if (overdue.length > 0) this.#starts.giveUp(overdue);
    this.lookLater();
  }

  lookLater(): void {
    clearTimeout(this.#timer);
    if (this.#disposed || this.#starts.awaited().length === 0) return;
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
}
