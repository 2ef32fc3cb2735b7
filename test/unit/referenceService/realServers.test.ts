import assert from 'node:assert/strict';
import * as real from '../../service/realServers';
import { sampleSettings } from '../../service/sampleSettings';
import { startService, type Service } from '../../service/service';
import { ask, load, start } from './exchange';

describe('reference service: real servers', () => {
  let service: Service;

  beforeEach(async () => {
    service = await startService({ sessionKey: 'KEY', settings: sampleSettings });
  });

  afterEach(() => service.close());

  it('an agent server: same paths, other shapes', async () => {
    service.impersonate(real.agentServer);
    const settings = await load(service);
    const shape = { agent_settings: {}, conversation_settings: {}, llm_api_key_is_set: false };
    assert.deepEqual([settings.status, settings.json()], [200, shape]);
    const { status, json } = await start(service, { repository: 'a/b' });
    const input = { repository: 'a/b' };
    const detail = [{ type: 'missing', loc: ['body', 'workspace'], msg: 'Field required', input }];
    assert.deepEqual([status, json()], [422, { detail }]);
    assert.equal((await load({ url: service.url, sessionKey: 'other' })).status, 401);
    assert.equal((await ask(service, 'a')).status, 404);
  });

  it('a newer server: a page and a 405, until disposed', async () => {
    const impersonation = service.impersonate(real.newerServer);
    const settings = await load(service);
    assert.equal(settings.status, 200);
    assert.match(settings.headers['content-type'] ?? '', /^text\/html/);
    const { status, json } = await start(service, {});
    assert.deepEqual([status, json()], [405, { detail: 'Method Not Allowed' }]);
    assert.match((await ask(service, 'a')).headers['content-type'] ?? '', /^text\/html/);
    impersonation.dispose();
    assert.equal((await start(service, {})).status, 200);
  });

  it('a cloud service: a new conversation is reported stopped', async () => {
    service.impersonate(real.cloudServer);
    const { json } = await start(service, {});
    assert.equal((json() as Record<string, unknown>)['conversation_status'], 'STOPPED');
    assert.equal(service.conversations[0]?.state, 'STARTING');
    assert.deepEqual((await load(service)).json(), (await load(service)).json());
  });

  it("states that aren't in the interface, or none", async () => {
    service.misbehave('startConversation', real.reportsState('ARCHIVED'));
    service.misbehave('startConversation', real.reportsState());
    const archived = (await start(service, {})).json() as Record<string, unknown>;
    assert.equal(archived['conversation_status'], 'ARCHIVED');
    const older = (await start(service, {})).json() as Record<string, unknown>;
    assert.deepEqual(Object.keys(older), ['status', 'conversation_id', 'message']);
  });

  const refusals = [
    ['internalServerError', real.internalServerError(), 500, /^Internal Server Error$/],
    ['tooManyRequests', real.tooManyRequests(), 429, /Too many requests/],
    ['tooManyRequests by the cloud', real.tooManyRequests({ by: 'cloud', retryAfter: undefined }), 429, /Rate limit/],
    ['invalidToken', real.invalidToken(), 401, /"error":"Invalid token"/],
    ['cloudRefusesKey', real.cloudRefusesKey(), 401, /"error":"NoCredentialsError"/],
    ['missingUserMessage', real.missingUserMessage(), 400, /CONFIGURATION\$MISSING_USER_MESSAGE/],
    [
      'unreachableRepository, older',
      real.unreachableRepository('a/b', 400),
      400,
      /"message":"Unable to access repo a\/b"/,
    ],
    ['unreachableRepository, later', real.unreachableRepository('a/b', 401), 401, /^"Unable to access repo a\/b"$/],
    ['badGateway', real.badGateway(504), 504, /^<html>/],
  ] as const;
  for (const [name, fault, expected, pattern] of refusals) {
    it(name, async () => {
      service.misbehave('startConversation', fault);
      const { status, text } = await start(service, {});
      assert.equal(status, expected);
      assert.match(text, pattern);
      assert.deepEqual(service.conversations, []);
    });
  }

  it('rate limits say how long to wait', async () => {
    service.misbehave('loadSettings', real.tooManyRequests({ retryAfter: '7' }));
    service.misbehave('loadSettings', real.tooManyRequests({ retryAfter: undefined }));
    assert.equal((await load(service)).headers['retry-after'], '7');
    assert.equal((await load(service)).headers['retry-after'], undefined);
  });
});
