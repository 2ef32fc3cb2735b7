import assert from 'node:assert/strict';
import { dialects } from '../../../src/client/dialect';
import type { Client } from '../../../src/client/client';
import { type Connection, currentClient } from '../../../src/service/serviceConnection';
import { addressOf } from '../../support/addressOf';

describe('the client that asks about what was started', () => {
  const address = addressOf('https://agents.example');
  const client = { startTask: () => Promise.resolve(null), conversations: () => Promise.resolve([null]) };
  const ready = { kind: 'ready', address, client: client as unknown as Client, timeoutSeconds: 10 } as const;

  async function ask(connection: Connection): Promise<unknown> {
    const asked: unknown[] = [];
    const service = { connect: (baseUrl?: string) => Promise.resolve(asked.push(baseUrl)).then(() => connection) };
    const current = currentClient(service, address.baseUrl);
    const answers = [await current.startTask('t'), await current.conversations(['c'])];
    assert.deepEqual(asked, [address.baseUrl, address.baseUrl], 'connected for each question');
    return answers;
  }

  it('is that of the key which is stored at the time', async () =>
    assert.deepEqual(await ask({ ...ready, dialect: dialects.v1 }), [null, [null]]));

  const gone: readonly (readonly [string, Connection])[] = [
    ['the key was removed', { kind: 'noKey', address }],
    ['the certificate is no longer checked', { kind: 'unchecked', address }],
    ['its API has no tasks any more', { ...ready, dialect: dialects.v0 }],
  ];
  for (const [title, connection] of gone)
    it(`sends nothing when ${title}`, () => assert.rejects(ask(connection), /can no longer be asked about/));
});
