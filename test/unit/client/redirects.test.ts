import assert from 'node:assert/strict';
import process from 'node:process';
import { inspect } from 'node:util';
import { createClient } from '../../../src/client/createClient';
import { directConnection } from '../../../src/client/network';
import { answers } from '../../service/faults';
import { startService, type Service } from '../../service/service';
import { marked, markedIn } from '../../support/markedSecrets';
import { selfSignedCertificate } from '../../support/certificateAuthority';
import { describeClients, errorOf, everyOperation, operations } from './fixture';

const sessionKey = marked('session-key');

/** Each target with a status that keeps method and body, and each other status with one target. */
const redirects = [
  [307, 'another path of the same origin', 'plain', 'plain'],
  [307, 'another origin', 'plain', 'other'],
  [307, 'https on another port', 'plain', 'secure'],
  [307, 'http, down from https', 'secure', 'plain'],
  [307, 'another path of the same https origin', 'secure', 'secure'],
  [308, 'another origin', 'plain', 'other'],
  [301, 'another origin', 'plain', 'other'],
  [302, 'another origin', 'plain', 'other'],
  [303, 'another origin', 'plain', 'other'],
] as const;

describeClients('the target of a redirect', (httpClient) => {
  const sites: Record<string, Service> = {};
  const { NODE_TLS_REJECT_UNAUTHORIZED: usual } = process.env;

  let tls: ReturnType<typeof selfSignedCertificate>;

  before(function () {
    tls = selfSignedCertificate();
    // Without openssl there is no certificate to serve with.
    if (!tls) this.skip();
  });

  beforeEach(async () => {
    // The editor's fetch has no switch of its own to trust the certificate of a test.
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    for (const name of ['plain', 'other']) sites[name] = await startService({ sessionKey });
    sites['secure'] = await startService({ sessionKey, tls: tls! });
  });

  afterEach(async () => {
    await Promise.all(Object.values(sites).map((site) => site.close()));
    if (usual === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = usual;
  });

  for (const name of everyOperation)
    for (const [status, what, from, to] of redirects)
      it(`doesn't get the key: ${status} to ${what} (${name})`, async () => {
        const service = sites[from]!;
        const address = `${sites[to]!.url}/sign-in`;
        const token = marked('redirect-token');
        const location = `${address.replace('//', `//user:${token}@`)}?token=${token}#${token}`;
        service.misbehave('any', answers(status, '', { location, 'set-cookie': `session=${marked('cookie')}` }));
        const network = { ...directConnection, httpClient, strictSSL: false };
        const client = createClient({ baseUrl: service.url, sessionKey, timeoutSeconds: 10, network });
        try {
          const error = await errorOf(operations[name](client));
          assert.deepEqual([error.failure, error.sent], [{ kind: 'redirect', status, location: address }, true]);
          assert.deepEqual(markedIn(inspect(error, { depth: Infinity, showHidden: true })), []);
          // The next call sends nothing that the redirect set.
          await operations[name](client).catch((error: unknown) => error);
        } finally {
          await client.close();
        }
        const asked = Object.values(sites).flatMap((site) => site.requests.map((request) => ({ site, request })));
        assert.deepEqual(
          asked.map(({ site, request }) => [site === service, request.headers['cookie'], request.headers['referer']]),
          [
            [true, undefined, undefined],
            [true, undefined, undefined],
          ],
        );
        assert.ok(asked.every(({ request }) => request.path.startsWith('/api/')));
      });
});
