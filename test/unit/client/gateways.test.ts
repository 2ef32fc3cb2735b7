import assert from 'node:assert/strict';
import { settingsFailureOf } from '../../../src/service/settingsState';
import { answers } from '../../service/faults';
import { describeClients, errorOf, useService } from './fixture';

const page = '<!DOCTYPE html><title>Just a moment...</title>';
const html = { 'content-type': 'text/html' };

type Answer = readonly [what: string, status: number, body: string | object, headers?: Record<string, string>];

const ofGateways: readonly Answer[] = [
  ['a challenge without a page', 403, '', { 'cf-mitigated': 'challenge' }],
  ['a proxy without a page', 401, '', { 'www-authenticate': 'Basic realm="restricted"' }],
  ['a proxy that speaks JSON', 401, { error: 'unauthorized' }, { 'www-authenticate': 'Digest realm="x", nonce="y"' }],
  ['oauth2-proxy, which is asked for JSON', 401, {}],
  ['a page without its type', 403, '<html><h1>403 Forbidden</h1><hr>nginx</html>', { 'content-type': 'text/plain' }],
  ['a page with spaces before it', 403, `\n  ${page}`, { 'content-type': 'application/json' }],
  ['a page in XHTML', 401, '<?xml version="1.0"?><html/>', { 'content-type': 'application/xhtml+xml; charset=utf-8' }],
  ['an empty page', 403, '', html],
];

const ofServices: readonly Answer[] = [
  ['a self-hosted service', 401, { detail: 'Unauthorized' }],
  ['a service without words', 401, ''],
  ['a service in plain text', 401, 'Unauthorized', { 'content-type': 'text/plain' }],
  ['a service that quotes a page', 401, 'Unauthorized: <html> is no key', { 'content-type': 'text/plain' }],
];

describeClients('a rejection by something in front of the service', (httpClient) => {
  const fixture = useService({ httpClient });

  async function rejected(...[, status, body, headers = {}]: Answer) {
    fixture.service.misbehave('loadSettings', answers(status, body, headers));
    const error = await errorOf(fixture.connect().loadSettings());
    assert.ok(error.failure.kind === 'status');
    return { isGateway: error.failure.isGateway, means: settingsFailureOf(error) };
  }

  for (const answer of ofGateways)
    it(`says nothing about the key: ${answer[0]}`, async () =>
      assert.deepEqual(await rejected(...answer), { isGateway: true, means: 'failed' }));

  for (const answer of ofServices)
    it(`isn't that of the service: ${answer[0]}`, async () =>
      assert.deepEqual(await rejected(...answer), { isGateway: undefined, means: 'keyRefused' }));

  for (const [isGateway, what, body, type] of [
    [true, 'a page', page, 'text/html'],
    [true, 'plain text', 'Bad Gateway', 'text/plain'],
    [true, 'nothing', '', 'text/plain'],
    [undefined, "the service's own words", { detail: 'Failed to reach agent server.' }, 'application/json'],
  ] as const)
    it(`${isGateway ? 'is' : "isn't"} what says in ${what} that a server behind it gave no answer`, async () => {
      for (const status of [502, 504])
        assert.deepEqual(await rejected('', status, body, { 'content-type': type }), { isGateway, means: 'failed' });
    });

  it('is each of the statuses with which Cloudflare says that, whatever the body', async () => {
    for (const status of [520, 521, 522, 523, 524, 525, 526, 527, 530])
      for (const body of [page, { title: 'Error 522: Connection timed out' }])
        assert.deepEqual(await rejected('', status, body, {}), { isGateway: true, means: 'failed' }, String(status));
    for (const status of [519, 528, 529, 531])
      assert.equal((await rejected('', status, page, html)).isGateway, undefined);
  });

  it("isn't seen in other statuses, where a page says less than they do", async () => {
    assert.deepEqual(await rejected('', 404, page, html), { isGateway: undefined, means: 'wrongService' });
    assert.deepEqual(await rejected('', 500, page, html), { isGateway: undefined, means: 'failed' });
  });
});
