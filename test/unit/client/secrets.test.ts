import assert from 'node:assert/strict';
import { mayHaveStarted } from '../../../src/client/serviceError';
import type { ConversationStartRequest, McpConfig } from '../../../src/client/records';
import { Redactor } from '../../../src/base/redactor';
import { assertSilent } from '../../fuzz/hostileSecrets';
import { answers, hugeHeaders } from '../../service/faults';
import { echoingErrors } from '../../support/echoingAnswers';
import { marked, markedIn } from '../../support/markedSecrets';
import { textsIn, wholeOf } from '../../support/searchedPlaces';
import { describeClients, errorOf, sessionKey, useService } from './fixture';
import { startOn } from '../../support/startOn';
import { redactorOf } from '../../support/redactorOf';

const mcpSecrets = ['MCPSECRET-SSE-1', 'MCPSECRET-SHTTP-2', 'ENVSECRET "quoted" 3'];
const secrets = [sessionKey, ...mcpSecrets];
const [sse, shttp, env] = mcpSecrets as [string, string, string];

const request: ConversationStartRequest = {
  initial_user_msg: 'Hello',
  mcp_config: {
    sse_servers: [{ url: 'https://a.example/sse', api_key: sse }],
    shttp_servers: [{ url: 'https://b.example/mcp', api_key: shttp }],
    stdio_servers: [{ name: 'fetch', command: 'uvx', env: { TOKEN: env } }],
  },
};

const everySecret = secrets.join(' and ');

describeClients('secrets', (httpClient) => {
  const fixture = useService({ httpClient });

  for (const [what, echo] of Object.entries(echoingErrors))
    it(`are not in an error about ${what}`, async () => {
      fixture.service.misbehave('any', echo(everySecret), { times: 2 });
      const client = fixture.connect();
      const start = await errorOf(startOn(client, request));
      const load = await errorOf(client.loadSettings());
      assert.equal(start.sent, true);
      assertSilent('The error', [wholeOf(start)], secrets);
      // The GET carries only one secret: it isn't responsible for those of the POST.
      assertSilent('The error', [wholeOf(load)], [sessionKey]);
    });

  it('are not in an error about a server that the service rejects', async () => {
    const refused = { ...request, mcp_config: { shttp_servers: [{ url: 'ftp://a.example', api_key: shttp }] } };
    const error = await errorOf(startOn(fixture.connect(), refused));
    assert.equal(error.failure.kind === 'status' && error.failure.rejectedFields?.length, 1);
    assertSilent('The error', [wholeOf(error)], secrets);
  });

  it("are not in an error about a request that can't be sent", async () => {
    for (const odd of [
      { ...request, suggested_task: sse, mcp_config: { ...request.mcp_config, [sessionKey]: 1 } },
      { mcp_config: { [sessionKey]: 1 } },
    ]) {
      const error = await errorOf(startOn(fixture.connect(), odd as unknown as ConversationStartRequest));
      assert.deepEqual([error.failure.kind, error.sent], ['invalidRequest', false]);
      assertSilent('The error', [wholeOf(error)], [sse, sessionKey]);
    }
  });

  it('are not in the URL of a partially escaped redirect', async () => {
    const sent = { mcp_config: { sse_servers: [{ url: 'https://a.example', api_key: 'KEY|"7"|IN-PART' }] } };
    fixture.service.misbehave('startConversation', answers(307, '', { location: '/to/KEY|"7"|IN-PART' }));
    const { failure } = await errorOf(startOn(fixture.connect(), sent));
    assert.ok(failure.kind === 'redirect');
    assert.equal(failure.location, `${fixture.service.url}/[redacted]`);
  });

  describe('of MCP servers', () => {
    const known = marked('answer');
    const stdio = (...args: readonly string[]) => ({ stdio_servers: [{ name: 'a', command: 'npx', args }] });
    const remote = (url: string) => ({ shttp_servers: [{ url }] });
    // Every place in which a server can have a secret is in `unit/mcp/selectedServers.test.ts`.
    const places: readonly (readonly [where: string, mcp_config: McpConfig])[] = [
      ['an argument', stdio(marked('argument'))],
      ['a URL among arguments', stdio(`postgres://ada:${marked('password')}@db.example/x?y=${marked('query')}`)],
      ['an answer among arguments', stdio('serve', known)],
      ['a parameter of a URL', remote(`https://mcp.example/mcp?plain=${marked('parameter')}&b=c`)],
      ['the user of a URL', remote(`https://${marked('user')}:${marked('url-password')}@mcp.example/mcp`)],
      ['an answer in a URL', remote(`https://${known}.example/mcp`)],
    ];
    const redactor = redactorOf(known);

    for (const [where, mcp_config] of places)
      it(`are in no error that repeats ${where}, whole or in parts`, async () => {
        const client = fixture.connect({ redactor });
        const texts = textsIn(mcp_config);
        const parts = texts.flatMap((text) => text.split(/[\s/?&=:@#]+/));
        const whole = [JSON.stringify({ mcp_config }), ...texts, ...texts.map(decodeURIComponent)];
        for (const said of [...whole, parts.join(' ')]) {
          fixture.service.misbehave('startConversation', answers(400, { message: `Refused: ${said}` }));
          const error = await errorOf(startOn(client, { mcp_config }));
          assert.ok(error.failure.kind === 'status' && /^(?:Refused: |\[redacted\]$)/.test(error.failure.text ?? ''));
          const everything = wholeOf(error);
          assert.deepEqual(markedIn(everything), [], everything);
        }
      });

    it('are in no error of a later call, nor in one of another client', async () => {
      const said = marked('argument-of-before');
      const window = new Redactor();
      const [first, second] = [fixture.connect({ redactor: window }), fixture.connect({ redactor: window })];
      await startOn(first, { mcp_config: stdio('serve', said) });
      fixture.service.misbehave('any', answers(400, { message: `Refused: ${said}` }), { times: 4 });
      for (const client of [first, second])
        for (const call of [() => client.loadSettings(), () => startOn(client, { initial_user_msg: 'Hello' })]) {
          const error = await errorOf(call());
          assert.equal(error.failure.kind === 'status' && error.failure.text, '[redacted]');
        }
      assert.equal(window.redact(said), said, 'it has a meaning elsewhere');
    });

    it("don't hide the host, nor everyday words", async () => {
      const message = 'npx -y cannot reach https://mcp.example:8443/mcp in mode prod';
      fixture.service.misbehave('startConversation', answers(400, { message }));
      const mcp_config = { ...stdio('-y', 'prod'), ...remote('https://mcp.example:8443/mcp') };
      const error = await errorOf(startOn(fixture.connect({ redactor }), { mcp_config }));
      assert.equal(error.failure.kind === 'status' && error.failure.text, message.replace('://', ': //'));
    });
  });

  /** Value of a variable, the id that comes back, and whether the id can stay. */
  const ids: readonly (readonly [string, string, boolean])[] = [
    ['START', 'START-1', true],
    ['fifteen-letters', 'x-fifteen-letters', true],
    ['conv-1', 'conv-1', false],
    ['sixteen-letters-', 'x-sixteen-letters-', false],
    ['sixteen-letters-', `x-${Buffer.from('sixteen-letters-').toString('base64')}`, false],
  ];
  for (const [value, id, isKept] of ids)
    it(`like ${value} ${isKept ? 'keep' : 'reject'} the id ${id}`, async () => {
      const answer = { status: 'ok', conversation_id: id, message: null, conversation_status: 'STARTING' };
      fixture.service.misbehave('startConversation', answers(200, answer));
      const stdio = { name: 'a', command: 'b', env: { A: value } };
      const starting = startOn(fixture.connect(), { mcp_config: { stdio_servers: [stdio] } });
      if (isKept) {
        assert.deepEqual(await starting, answer);
        return;
      }
      const error = await errorOf(starting);
      const failure = { kind: 'unexpectedShape', field: 'conversation_id', expected: 'free of secrets' };
      assert.deepEqual([error.failure, mayHaveStarted(error)], [failure, true]);
      assert.ok(!wholeOf(error).includes(id));
    });

  it('leave the code and name of the cause for the log', async () => {
    fixture.service.misbehave('loadSettings', hugeHeaders(64 * 1024));
    const { cause } = await errorOf(fixture.connect().loadSettings());
    assert.ok(cause instanceof Error);
    assert.deepEqual([cause.name, Reflect.get(cause, 'code')], ['HeadersOverflowError', 'UND_ERR_HEADERS_OVERFLOW']);
  });
});
