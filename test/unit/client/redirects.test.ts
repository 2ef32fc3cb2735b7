import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { inspect } from 'node:util';
import { createClient } from '../../../src/client/createClient';
import { directConnection } from '../../../src/client/network';
import { marked, markedIn } from '../../support/markedSecrets';
import { certificateFor } from './certificate';
import { describeClients, errorOf, everyOperation, operations } from './fixture';

const sessionKey = marked('session-key');

/** A server that records every request, and redirects the first call. */
class Site {
  readonly requests: IncomingMessage[] = [];
  readonly #server: Server;
  readonly #scheme: string;
  #next: { readonly status: number; readonly location: string } | undefined;

  constructor(scheme: 'http' | 'https', certificate?: { readonly key: Buffer; readonly cert: Buffer }) {
    this.#scheme = scheme;
    this.#server = scheme === 'https' ? createTlsServer(certificate!) : createServer();
    this.#server.on('request', (request: IncomingMessage, response) => {
      this.requests.push(request);
      request.resume();
      const { status = 404, location = '' } = this.#next ?? {};
      this.#next = undefined;
      response.writeHead(status, { location, 'set-cookie': `session=${marked('cookie')}` });
      response.end();
    });
  }

  get url(): string {
    return `${this.#scheme}://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  listen(): Promise<void> {
    return new Promise((resolve) => void this.#server.listen(0, '127.0.0.1', resolve));
  }

  redirect(status: number, location: string): void {
    this.#next = { status, location };
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

const targets = {
  'another path of the same origin': { from: 'plain', to: 'plain' },
  'another origin': { from: 'plain', to: 'other' },
  'https on another port': { from: 'plain', to: 'secure' },
  'http, down from https': { from: 'secure', to: 'plain' },
  'another path of the same https origin': { from: 'secure', to: 'secure' },
} as const;

describeClients('the target of a redirect', (httpClient) => {
  const sites: Record<string, Site> = {};
  const { NODE_TLS_REJECT_UNAUTHORIZED: usual } = process.env;

  let certificate: ReturnType<typeof certificateFor>;

  before(function () {
    certificate = certificateFor('127.0.0.1');
    // Without openssl there is no certificate to serve with.
    if (!certificate) this.skip();
  });

  beforeEach(async () => {
    // The editor's fetch has no switch of its own to trust the certificate of a test.
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    Object.assign(sites, { plain: new Site('http'), other: new Site('http'), secure: new Site('https', certificate) });
    await Promise.all(Object.values(sites).map((site) => site.listen()));
  });

  afterEach(() => {
    for (const site of Object.values(sites)) site.close();
    if (usual === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = usual;
  });

  for (const name of everyOperation)
    for (const status of [301, 302, 303, 307, 308])
      for (const [what, { from, to }] of Object.entries(targets))
        it(`doesn't get the key: ${status} to ${what} (${name})`, async () => {
          const service = sites[from]!;
          const address = `${sites[to]!.url}/sign-in`;
          const token = marked('redirect-token');
          service.redirect(status, `${address.replace('//', `//user:${token}@`)}?token=${token}#${token}`);
          const network = { ...directConnection, httpClient, strictSSL: false };
          const client = createClient({ baseUrl: service.url, sessionKey, timeoutSeconds: 10, network });
          try {
            const error = await errorOf(operations[name](client));
            assert.deepEqual([error.failure, error.sent], [{ kind: 'redirect', status, location: address }, true]);
            assert.deepEqual(markedIn(inspect(error, { depth: Infinity, showHidden: true })), []);
            // The next call sends nothing that the redirect set.
            await errorOf(operations[name](client));
          } finally {
            await client.close();
          }
          const asked = Object.values(sites).flatMap((site) => site.requests.map((request) => ({ site, request })));
          assert.deepEqual(
            asked.map(({ site, request }) => [site === service, request.headers.cookie, request.headers.referer]),
            [
              [true, undefined, undefined],
              [true, undefined, undefined],
            ],
          );
          assert.ok(asked.every(({ request }) => request.url?.startsWith('/api/')));
        });
});
