import assert from 'node:assert/strict';
import { sampleSettings } from '../../service/sampleSettings';
import { startService, type Service } from '../../service/service';
import { start } from './exchange';

const task = { git_provider: 'github', task_type: 'MERGE_CONFLICTS', repo: 'a/b', issue_number: 7, title: 't' };

describe('reference service: POST /api/conversations rejects with a 422', () => {
  let service: Service;

  beforeEach(async () => {
    service = await startService({ sessionKey: 'KEY', settings: sampleSettings });
  });

  afterEach(() => service.close());

  async function problems(body: unknown): Promise<readonly string[]> {
    const { status, json } = await start(service, body);
    assert.equal(status, 422);
    const { detail } = json() as { detail: readonly { type: string; loc: readonly (string | number)[] }[] };
    return detail.map(({ type, loc }) => `${type} ${loc.join('.')}`);
  }

  const mcp = 'body.mcp_config';
  const refused: readonly (readonly [string, unknown, ...string[]])[] = [
    ['an unknown field', { name: 'x' }, 'extra_forbidden body.name'],
    [
      'a prototype key',
      '{"__proto__": {}, "constructor": 1}',
      'extra_forbidden body.__proto__',
      'extra_forbidden body.constructor',
    ],
    ['a conversation id', { conversation_id: 'abc' }, 'extra_forbidden body.conversation_id'],
    ['a number as a string', { repository: 5 }, 'string_type body.repository'],
    ['an unknown provider', { git_provider: 'sourcehut' }, 'enum body.git_provider'],
    ['an empty provider', { git_provider: '' }, 'enum body.git_provider'],
    ['a string as a list', { image_urls: 'https://a.example' }, 'list_type body.image_urls'],
    ['a null image', { image_urls: ['a', null] }, 'string_type body.image_urls.1'],
    ["a replay that isn't a string", { replay_json: [] }, 'string_type body.replay_json'],
    ['a string as a task', { suggested_task: 'x' }, 'model_attributes_type body.suggested_task'],
    [
      'an empty task',
      { suggested_task: {} },
      ...['git_provider', 'task_type', 'repo', 'issue_number', 'title'].map(
        (key) => `missing body.suggested_task.${key}`,
      ),
    ],
    ['an unknown task type', { suggested_task: { ...task, task_type: 'X' } }, 'enum body.suggested_task.task_type'],
    [
      'a non-numeric issue',
      { suggested_task: { ...task, issue_number: 'x' } },
      'int_parsing body.suggested_task.issue_number',
    ],
    [
      'half an issue',
      { suggested_task: { ...task, issue_number: 1.5 } },
      'int_from_float body.suggested_task.issue_number',
    ],
    ['a null issue', { suggested_task: { ...task, issue_number: null } }, 'int_type body.suggested_task.issue_number'],
    ['a micro-agent without repository', { create_microagent: { title: 't' } }, 'missing body.create_microagent.repo'],
    ['an unknown MCP list', { mcp_config: { servers: [] } }, `extra_forbidden ${mcp}.servers`],
    ['an MCP object as a list', { mcp_config: { sse_servers: {} } }, `list_type ${mcp}.sse_servers`],
    ['an MCP list as an object', { mcp_config: [] }, `model_attributes_type ${mcp}`],
    ['an entry without a URL', { mcp_config: { shttp_servers: [{}] } }, `missing ${mcp}.shttp_servers.0.url`],
    ['an FTP URL', { mcp_config: { sse_servers: [{ url: 'ftp://a' }] } }, `value_error ${mcp}.sse_servers.0.url`],
    [
      'a URL without a host',
      { mcp_config: { sse_servers: [{ url: 'https://' }] } },
      `value_error ${mcp}.sse_servers.0.url`,
    ],
    ['an empty URL', { mcp_config: { sse_servers: [{ url: ' ' }] } }, `value_error ${mcp}.sse_servers.0.url`],
    ['a bare word as a URL', { mcp_config: { sse_servers: ['word'] } }, `value_error ${mcp}.sse_servers.0.url`],
    [
      'a numeric key',
      { mcp_config: { sse_servers: [{ url: 'https://a', api_key: 1 }] } },
      `string_type ${mcp}.sse_servers.0.api_key`,
    ],
    [
      'a stdio server with an invalid name and command',
      { mcp_config: { stdio_servers: [{ name: 'a b', command: 'npx x' }] } },
      `value_error ${mcp}.stdio_servers.0.name`,
      `value_error ${mcp}.stdio_servers.0.command`,
    ],
    [
      "variables that aren't strings",
      { mcp_config: { stdio_servers: [{ name: 'a', command: 'b', args: [1], env: { A: 1 } }] } },
      `string_type ${mcp}.stdio_servers.0.args.0`,
      `string_type ${mcp}.stdio_servers.0.env.A`,
    ],
    ['a list as the body', [], 'model_attributes_type body'],
    ['null as the body', 'null', 'missing body'],
    ['no body', '', 'missing body'],
    ['JSON that breaks off', '{"repository": ', 'json_invalid body.15'],
    [
      'every mistake at once, unknown fields last',
      { x: 1, repository: 1, image_urls: 1 },
      'string_type body.repository',
      'list_type body.image_urls',
      'extra_forbidden body.x',
    ],
  ];
  for (const [name, body, ...expected] of refused) {
    it(name, async () => {
      assert.deepEqual(await problems(body), expected);
      assert.deepEqual(service.conversations, []);
    });
  }

  it('and repeats what it rejects, secrets included', async () => {
    const { json } = await start(service, { mcp_config: { shttp_servers: [{ api_key: 'k' }] } });
    const loc = ['body', 'mcp_config', 'shttp_servers', 0, 'url'];
    assert.deepEqual(json(), { detail: [{ type: 'missing', loc, msg: 'Field required', input: { api_key: 'k' } }] });
  });

  it('and names the values of an enumeration', async () => {
    const { json } = await start(service, { git_provider: 'x' });
    const expected = "'github', 'gitlab', 'bitbucket' or 'enterprise_sso'";
    assert.deepEqual(json(), {
      detail: [
        {
          type: 'enum',
          loc: ['body', 'git_provider'],
          msg: `Input should be ${expected}`,
          input: 'x',
          ctx: { expected },
        },
      ],
    });
  });

  it('and says which rule a URL breaks', async () => {
    const { json } = await start(service, { mcp_config: { sse_servers: [{ url: 'ftp://a.example' }] } });
    const [problem] = (json() as { detail: readonly Record<string, unknown>[] }).detail;
    assert.equal(problem?.['msg'], 'Value error, URL scheme must be http, https, ws, or wss');
    assert.deepEqual(problem['ctx'], { error: {} });
  });

  for (const contentType of ['text/plain', 'application/x-www-form-urlencoded', '']) {
    it(`JSON with the content type "${contentType}"`, async () => {
      const { status, json } = await start(service, '{}', { headers: { 'Content-Type': contentType } });
      assert.equal(status, 422);
      const [problem] = (json() as { detail: readonly Record<string, unknown>[] }).detail;
      assert.deepEqual(
        [problem?.['type'], problem?.['loc'], problem?.['input']],
        ['model_attributes_type', ['body'], '{}'],
      );
    });
  }
});
