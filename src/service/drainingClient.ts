import { operationsThrough, type Client, type Operations } from '../client/client';

/**
 * A client that callers may still hold after it was replaced: its connections close when the last call has ended, and a
 * later call opens them again, for that call.
 */
export interface DrainingClient extends Operations {
  /** @throws the error of opening it; the next call tries again */
  open(): Promise<Client>;
  /** Called when another client has replaced this one. */
  retire(): Promise<void>;
  /** Closes it for good: later calls fail as canceled. */
  close(): Promise<void>;
}

/** @param all contains this client while it is open, so that all open ones can be closed */
export function drainingClient(openClient: () => Promise<Client>, all: Set<DrainingClient>): DrainingClient {
  let opened: Promise<Client> | undefined;
  let calls = 0;
  let isRetired = false;
  let isClosed = false;

  const closeWhenIdle = async () => {
    if (!isRetired || calls > 0) return;
    const client = opened;
    opened = undefined;
    all.delete(self);
    await (await client)?.close();
  };
  const self: DrainingClient = {
    ...operationsThrough(async (_operation, call) => {
      calls++;
      try {
        const client = await self.open();
        if (isClosed) await client.close();
        return await call(client);
      } finally {
        calls--;
        // Isn't awaited: the call's result is valid, however its connections end.
        closeWhenIdle().catch(() => undefined);
      }
    }),
    async open() {
      all.add(self);
      const client = (opened ??= openClient());
      try {
        return await client;
      } catch (error) {
        if (opened === client) opened = undefined;
        throw error;
      }
    },
    async retire() {
      isRetired = true;
      await closeWhenIdle();
    },
    async close() {
      isClosed = true;
      all.delete(self);
      await (await opened)?.close();
    },
  };
  return self;
}
