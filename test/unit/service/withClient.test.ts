import assert from 'node:assert/strict';
import type { Client } from '../../../src/client/client';
import { type Connection, NotConnected, withClient } from '../../../src/service/serviceConnection';
import { apis } from '../../../src/client/apis/registry';
import { addressOf } from '../../support/addressOf';
import { fakeClient } from '../../support/fakeClient';

describe('what is asked about something that was started', () => {
  const address = addressOf('https://agents.example');
  const models = { modelNames: () => Promise.resolve(['large']) };
  const ready = (client: Client) => ({ kind: 'ready', address, client, api: apis.v1, timeoutSeconds: 10 }) as const;

  async function ask(connection: Connection): Promise<unknown> {
    const asked: unknown[] = [];
    const service = { connect: (baseUrl?: string) => Promise.resolve(asked.push(baseUrl)).then(() => connection) };
    const asking = withClient(service, address.baseUrl, (client) => client.models);
    const answers = [await asking((of) => of.modelNames()), await asking((of) => of.modelNames())];
    assert.deepEqual(asked, [address.baseUrl, address.baseUrl], 'connected for each question');
    return answers;
  }

  it('is asked with the key that is stored at the time', async () =>
    assert.deepEqual(await ask(ready(fakeClient({ models }))), [['large'], ['large']]));

  const gone: readonly (readonly [string, Connection])[] = [
    ['the key was removed', { kind: 'noKey', address }],
    ['the certificate is no longer checked', { kind: 'unverified', address }],
    ['the API of the service lacks it', ready(fakeClient())],
  ];
  for (const [title, connection] of gone)
    it(`sends nothing when ${title}`, async () => {
      const error: unknown = await ask(connection).catch((thrown: unknown) => thrown);
      assert.ok(error instanceof NotConnected && /can no longer be asked about/.test(error.message));
      assert.equal(error.connection.kind, connection.kind === 'ready' ? 'otherApi' : connection.kind);
    });
});
