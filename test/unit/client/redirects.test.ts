import assert from 'node:assert/strict';
import process from 'node:process';
import { inspect } from 'node:util';
import { createClient } from '../../../src/client/createClient';
import { directConnection } from '../../../src/client/network';
import { answers } from '../../service/faults';
import { startService, type Service } from '../../service/service';
import { marked, markedIn } from '../../support/markedSecrets';
import { selfSignedCertificate } from '../../support/certificateAuthority';
import { describeClients, errorOf, everyOperation, operations, sessionKey, useService } from './fixture';

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
  const ownKey = marked('session-key');
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
    for (const name of ['plain', 'other']) sites[name] = await startService({ sessionKey: ownKey });
    sites['secure'] = await startService({ sessionKey: ownKey, tls: tls! });
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
        const client = createClient({ baseUrl: service.url, sessionKey: ownKey, timeoutSeconds: 10, network });
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
        assert.equal(asked.length, 2);
        for (const { site, request } of asked) {
          assert.deepEqual([site, request.path.slice(0, 5)], [service, '/api/']);
          assert.deepEqual([request.headers['cookie'], request.headers['referer']], [undefined, undefined]);
        }
      });
});

describeClients('a redirect', (httpClient) => {
  const fixture = useService({ httpClient });

  const locations: readonly [string, string][] = [
    ['/elsewhere', '{url}/elsewhere'],
    ['//other.example/a', 'http://other.example/a'],
    ['https://[2001:db8::1]:8443/api/settings', 'https://[2001:db8::1]:8443/api/settings'],
    ['https://$(flame)`.example/a', 'https://%24%28flame%29%60.example/a'],
    ['https://user:password@other.example/a#b', 'https://other.example/a'],
    [`https://other.example/${sessionKey}`, 'https://other.example/[redacted]'],
    [`https://${sessionKey}.example/sign-in`, '[redacted]/sign-in'],
    ['/sign-in/ghp_16C7e42F292c6912E7710c838347Ae178B4a', '{url}/sign-in/[redacted]'],
    [
      'https://other.example/[Sign-in](command:workbench.action.quit)$(flame)',
      'https://other.example/%5bSign-in%5d%28command:workbench.action.quit%29%24%28flame%29',
    ],
    [`https://other.example/${'a'.repeat(1000)}`, `https://other.example/${'a'.repeat(178)}`],
    ['http://[', ''],
    ['javascript:alert(1)', ''],
    ['', ''],
  ];
  for (const [location, told] of locations)
    it(`says where "${location.slice(0, 40)}" points`, async () => {
      // A status that says nothing about its location has none.
      const status = location === '' ? 304 : 302;
      fixture.service.misbehave('loadSettings', answers(status, '', location === '' ? {} : { location }));
      const { failure } = await errorOf(fixture.connect().loadSettings());
      const expected = told.replace('{url}', fixture.service.url);
      assert.deepEqual(failure, { kind: 'redirect', status, location: expected });
    });
});
