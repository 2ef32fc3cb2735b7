import assert from 'node:assert/strict';
import { type ConversationStartRequest, gitProviders, type NewerFields } from '../../../src/client/records';
import { wellFormedJson } from '../../../src/base/json';
import { describeClients, errorOf, failed, operationNames, operations, sessionKey, useService } from './fixture';
import { startOn } from '../../support/startOn';

const everything = {
  repository: 'octocat/Hello-World',
  git_provider: 'enterprise_sso',
  selected_branch: 'feature/ünïcode',
  initial_user_msg: 'Fix "this"\nand that \\ \u0000 \u2028 😀',
  image_urls: ['https://example.com/a.png', 'data:image/png;base64,iVBORw0KGgo='],
  replay_json: '[{"id":0}]',
  suggested_task: {
    git_provider: 'gitlab',
    task_type: 'MERGE_CONFLICTS',
    repo: 'octocat/Hello-World',
    issue_number: 7,
    title: 'Resolve the conflicts',
  },
  create_microagent: { repo: 'octocat/Hello-World', git_provider: 'bitbucket', title: 'Learn the layout' },
  conversation_instructions: 'Answer in verse.',
  mcp_config: {
    sse_servers: [{ url: 'https://tickets.example.com/sse', api_key: 'MCPSECRET-SSE' }],
    stdio_servers: [{ name: 'fetch', command: 'uvx', args: ['mcp-server-fetch', ''], env: { TOKEN: 'ENVSECRET' } }],
    shttp_servers: [
      { url: 'https://docs.example.com/mcp', api_key: 'MCPSECRET-SHTTP' },
      { url: 'https://open.example.com/mcp' },
    ],
  },
  conversation_id: '67ea7eafbc3742ea81f2c50fc8120dfe',
} satisfies Required<Omit<ConversationStartRequest, keyof NewerFields>>;

describeClients('sending', (httpClient) => {
  const fixture = useService({ httpClient, allowConversationId: true });

  /** The request as the service received it, without having to be able to carry it out. */
  async function received(request: ConversationStartRequest): Promise<unknown> {
    await startOn(fixture.connect(), request);
    return fixture.service.requests.at(-1)?.body;
  }

  it('carries all eleven fields and their records exactly', async () => {
    assert.equal(Object.keys(everything).length, 11);
    assert.deepEqual(await received(everything), everything);
  });

  it('is exactly what a preview is made from, in whatever order its fields were set', async () => {
    const [stdio] = everything.mcp_config.stdio_servers;
    const env = { URL: 'https://a.example', name: 'b', command: 'c' };
    const mcp_config = { ...everything.mcp_config, stdio_servers: [{ ...stdio, env }] };
    const turned = reversed({ ...everything, mcp_config }) as ConversationStartRequest;
    await startOn(fixture.connect(), turned);
    assert.equal(fixture.service.requests.at(-1)?.rawBody.toString(), wellFormedJson(turned));
  });

  it('sends {} for an empty request', async () => assert.deepEqual(await received({}), {}));

  it('omits undefined, also inside records', async () => {
    const request = { repository: undefined, mcp_config: { sse_servers: [{ url: 'https://a', api_key: undefined }] } };
    const body = await received(request as unknown as ConversationStartRequest);
    assert.deepEqual(body, { mcp_config: { sse_servers: [{ url: 'https://a' }] } });
  });

  it('fixes half a character, which services reject as malformed JSON', async () =>
    assert.deepEqual(await received({ initial_user_msg: 'cut \ud83d' }), { initial_user_msg: 'cut \ufffd' }));

  // Headers that fetch adds, and those that it makes of `no-store`.
  const ofFetch = { 'accept-language': '*', 'sec-fetch-mode': 'cors', 'user-agent': 'node', pragma: 'no-cache' };
  /** Headers of every request. */
  const ofEach = () => ({
    host: new URL(fixture.service.url).host,
    connection: 'keep-alive',
    Accept: 'application/json',
    'Accept-Encoding': 'gzip, br',
    'X-Session-API-Key': sessionKey,
    ...(httpClient === 'vscode' && ofFetch),
  });

  it('posts to the path of the interface with its headers and no others', async () => {
    await startOn(fixture.connect(), {});
    const [request] = fixture.service.requests;
    assert.deepEqual([request?.method, request?.path], ['POST', '/api/conversations']);
    assert.deepEqual(headersOf(request?.rawHeaders), {
      ...ofEach(),
      'Content-Type': 'application/json',
      'content-length': '2',
      ...(httpClient === 'vscode' && { 'cache-control': 'no-cache' }),
    });
  });

  it('gets from the path of the interface with its header and no others, bypassing every cache', async () => {
    await fixture.connect().loadSettings();
    const [request] = fixture.service.requests;
    assert.deepEqual([request?.method, request?.path, request?.rawBody.length], ['GET', '/api/settings', 0]);
    assert.deepEqual(headersOf(request?.rawHeaders), { ...ofEach(), 'Cache-Control': 'no-cache' });
  });

  // prettier-ignore
  const refused: readonly [string, unknown, string, string][] = [
    ['an unknown field', { title: 'x' }, 'title', 'absent'],
    ['an unknown field inside a record', { mcp_config: { servers: [] } }, 'mcp_config.servers', 'absent'],
    ['null', { repository: null }, 'repository', 'string'],
    ['an empty string', { selected_branch: '' }, 'selected_branch', 'not empty'],
    ['an empty list', { image_urls: [] }, 'image_urls', 'not empty'],
    ['another provider', { git_provider: 'azure' }, 'git_provider', gitProviders.join(', ')],
    ['half an issue', { suggested_task: { ...everything.suggested_task, issue_number: 1.5 } }, 'suggested_task.issue_number', 'int'],
    ['a missing URL', { mcp_config: { shttp_servers: [{}] } }, 'mcp_config.shttp_servers.0.url', 'string'],
    ['a number in env', { mcp_config: { stdio_servers: [{ name: 'a', command: 'b', env: { A: 1 } }] } }, 'mcp_config.stdio_servers.0.env.A', 'string'],
    ["a request that isn't a record", null, '', 'object'],
  ];
  for (const [what, request, field, expected] of refused)
    it(`rejects ${what} before anything is sent`, async () => {
      const client = fixture.connect();
      const ending = await failed(client.prepare(request as ConversationStartRequest));
      assert.deepEqual(ending, [{ kind: 'invalidRequest', field, expected }, false]);
      assert.equal(fixture.service.requests.length, 0);
    });

  it('rejects a provider that the interface does not have before anything is sent', async () => {
    const ending = await failed(fixture.connect().prepare({ git_provider: 'forgejo' }));
    assert.deepEqual(ending, [{ kind: 'unsupportedField', field: 'git_provider' }, false]);
  });

  for (const name of operationNames)
    it(`doesn't reveal a key that can't be a header (${name})`, async () => {
      const error = await errorOf(operations[name](fixture.connect({ sessionKey: 'SECRET\r\nX-Other: 1' })));
      assert.deepEqual([error.failure.kind, error.sent, fixture.service.requests.length], ['unknown', false, 0]);
    });
});

/** Names as they were spelled; two with the same name would show up as one missing. */
function headersOf(raw: readonly string[] = []): Record<string, string> {
  const names = raw.filter((_, index) => index % 2 === 0);
  assert.equal(new Set(names).size, names.length);
  return Object.fromEntries(names.map((name, index) => [name, raw[index * 2 + 1]!]));
}

/** The same records with their fields in reverse order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, member]) => [name, reversed(member)] as const)
      .reverse(),
  );
}
