import type {
  ConversationStartRequest,
  ConversationStartResponse,
  ConversationState,
  Settings,
} from '../../client/common/records';
import type { StartTask } from '../../client/common/startTask';
import type { Client } from '../../client/common/client';

/**
 * A client that callers may still hold after it was replaced: its connections close when the last call has ended, and a
 * later call opens them again, for that call.
 */
export class DrainingClient implements Client {
  readonly #openClient: () => Promise<Client>;
  readonly #open: Set<DrainingClient>;
  #client: Promise<Client> | undefined;
  #calls = 0;
  #retired = false;
  #closed = false;

  /** @param open contains this client while it is open, so that all open ones can be closed */
  constructor(openClient: () => Promise<Client>, open: Set<DrainingClient>) {
    this.#openClient = openClient;
    this.#open = open;
  }

  /** @throws the error of opening it; the next call tries again */
  async open(): Promise<Client> {
    this.#open.add(this);
    const client = (this.#client ??= this.#openClient());
    try {
      return await client;
    } catch (error) {
      if (this.#client === client) this.#client = undefined;
      throw error;
    }
  }

  check(request: ConversationStartRequest): Promise<void> {
    return this.#call((client) => client.check(request));
  }

  startConversation(
    request: ConversationStartRequest,
    signal?: AbortSignal,
  ): Promise<ConversationStartResponse | StartTask> {
    return this.#call((client) => client.startConversation(request, signal));
  }

  loadSettings(signal?: AbortSignal): Promise<Settings> {
    return this.#call((client) => client.loadSettings(signal));
  }

  startTask(id: string, signal?: AbortSignal): Promise<StartTask | null> {
    return this.#call((client) => client.startTask(id, signal));
  }

  conversations(ids: readonly string[], signal?: AbortSignal): Promise<readonly (ConversationState | null)[]> {
    return this.#call((client) => client.conversations(ids, signal));
  }

  /** Called when another client has replaced this one. */
  async retire(): Promise<void> {
    this.#retired = true;
    await this.#closeWhenIdle();
  }

  /** Closes it for good: later calls fail as canceled. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#open.delete(this);
    await (await this.#client)?.close();
  }

  async #call<T>(use: (client: Client) => Promise<T>): Promise<T> {
    this.#calls++;
    try {
      const client = await this.open();
      if (this.#closed) await client.close();
      return await use(client);
    } finally {
      this.#calls--;
      // Isn't awaited: the call's result is valid, however its connections end.
      this.#closeWhenIdle().catch(() => undefined);
    }
  }

  async #closeWhenIdle(): Promise<void> {
    if (!this.#retired || this.#calls > 0) return;
    const client = this.#client;
    this.#client = undefined;
    this.#open.delete(this);
    await (await client)?.close();
  }
}
