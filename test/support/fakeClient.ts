import { operationsThrough, type Client } from '../../src/client/client';

/** A client with some operations of its own; the others fail, by default because nothing should call them. */
export function fakeClient(own: Partial<Client> = {}, error = new Error('not here')): Client {
  return { ...operationsThrough(() => Promise.reject(error)), close: () => Promise.resolve(), ...own };
}
