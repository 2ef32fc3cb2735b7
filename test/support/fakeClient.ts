import type { Client } from '../../src/client/client';

/** A client with some operations of its own; the others fail, by default because nothing should call them. */
export function fakeClient(own: Partial<Client> = {}, error = new Error('not here')): Client {
  const fails = () => Promise.reject(error);
  return {
    prepare: fails,
    startConversation: fails,
    startForm: fails,
    loadSettings: fails,
    close: () => Promise.resolve(),
    status: { conversations: fails },
    ...own,
  };
}
