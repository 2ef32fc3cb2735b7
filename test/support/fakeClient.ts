import type { Client } from '../../src/client/client';

/** A client with some operations of its own; the others fail, by default because nothing should call them. */
export function fakeClient(own: Partial<Client> = {}, error = new Error('not here')): Client {
  const fails = () => Promise.reject(error);
  return {
    ...{ prepare: fails, startConversation: fails, startTask: fails, loadSettings: fails, conversations: fails },
    ...{ newestEvent: fails, waitingActions: fails, sendMessage: fails, resumeSandbox: fails, modelNames: fails },
    ...{ newestStarts: fails, close: () => Promise.resolve(), ...own },
  };
}
