import assert from 'node:assert/strict';
import { sampleSettings } from '../../service/sampleSettings';
import { startService, type Service } from '../../service/service';
import { start } from './exchange';

const task = { git_provider: 'github', task_type: 'MERGE_CONFLICTS', repo: 'a/b', issue_number: 7, title: 't' };

describe('reference service: POST /api/conversations', () => {
  let service: Service;

  beforeEach(async () => {
    service = await startService({ sessionKey: 'KEY', settings: sampleSettings });
  });

  afterEach(() => service.close());

  describe('starts', () => {
    const accepted: Readonly<Record<string, unknown>> = {
      'with nothing': {},
      'with every field null': {
        repository: null,
        git_provider: null,
        selected_branch: null,
        initial_user_msg: null,
        image_urls: null,
        replay_json: null,
        suggested_task: null,
        create_microagent: null,
        conversation_instructions: null,
        mcp_config: null,
      },
      'with empty strings and lists': { repository: '', initial_user_msg: '', image_urls: [], mcp_config: {} },
      'with every field': {
        repository: 'octocat/Hello-World',
        git_provider: 'enterprise_sso',
        selected_branch: 'main',
        initial_user_msg: 'Fix the failing test',
        image_urls: ['data:image/png;base64,AAAA', 'not a url'],
        replay_json: 'notjson',
        suggested_task: task,
        create_microagent: { repo: 'a/b', git_provider: 'gitlab', title: 't' },
        conversation_instructions: 'Be brief',
        mcp_config: {
          sse_servers: [{ url: ' https://b.example/sse ', api_key: 'k' }, 'https://bare.example'],
          stdio_servers: [{ name: 'fetch_1-a', command: 'uvx', args: ['x'], env: { A: '1' } }],
          shttp_servers: [{ url: 'wss://c.example', api_key: null, unknown: 1 }],
        },
      },
      'with stdio arguments and variables as strings': {
        mcp_config: { stdio_servers: [{ name: 'a', command: 'b', args: '-x y', env: 'A=1,B=2' }] },
      },
      'with an issue number in a string and unknown task keys': {
        suggested_task: { ...task, issue_number: '7', more: 1 },
      },
      'with a micro-agent that has only a repository': { create_microagent: { repo: 'a/b', git_provider: null } },
    };
    for (const [name, body] of Object.entries(accepted)) {
      it(name, async () => {
        const { status, headers, json } = await start(service, body);
        const [conversation] = service.conversations;
        assert.equal(status, 200);
        assert.equal(headers['content-type'], 'application/json');
        assert.deepEqual(json(), {
          status: 'ok',
          conversation_id: conversation?.id,
          message: null,
          conversation_status: 'STARTING',
        });
        assert.match(conversation?.id ?? '', /^[0-9a-f]{32}$/);
      });
    }
  });

  describe('saves what the agent will see', () => {
    it('repository, provider, branch and message', async () => {
      await start(service, { repository: 'a/b', git_provider: 'gitlab', selected_branch: 'x', initial_user_msg: 'Go' });
      const { repository, gitProvider, branch, message, trigger } = service.conversations[0]!;
      assert.deepEqual([repository, gitProvider, branch, message, trigger], ['a/b', 'gitlab', 'x', 'Go', 'gui']);
    });

    it('no message if there is a suggested task, and no repository from it', async () => {
      await start(service, { suggested_task: task, initial_user_msg: 'Lost' });
      const { repository, message, trigger } = service.conversations[0]!;
      assert.deepEqual([repository, message, trigger], [null, null, 'suggested_task']);
    });

    it('the repository of a micro-agent', async () => {
      await start(service, { create_microagent: { repo: 'a/b', git_provider: 'github' }, initial_user_msg: 'Go' });
      const { repository, gitProvider, message, trigger } = service.conversations[0]!;
      assert.deepEqual([repository, gitProvider, message, trigger], ['a/b', 'github', 'Go', 'microagent_management']);
    });
  });

  it('reads JSON with a charset', async () => {
    const { status } = await start(service, {}, { headers: { 'Content-Type': 'application/json; charset=utf-8' } });
    assert.equal(status, 200);
  });

  it("returns 400 for bytes that aren't text", async () => {
    const { status, json } = await start(service, Buffer.from([0x22, 0xff, 0x22]));
    assert.deepEqual([status, json()], [400, { detail: 'There was an error parsing the body' }]);
  });

  describe('fails with a plain 500', () => {
    const crashing: Readonly<Record<string, unknown>> = {
      'on a null list': { mcp_config: { sse_servers: null } },
      'on a null name': { mcp_config: { stdio_servers: [{ name: null, command: 'a' }] } },
      'on a null command': { mcp_config: { stdio_servers: [{ name: 'a', command: null }] } },
      'on a task type that it has no prompt for': { suggested_task: { ...task, task_type: 'OPEN_PR' } },
      'on a task of enterprise_sso': { suggested_task: { ...task, git_provider: 'enterprise_sso' } },
    };
    for (const [name, body] of Object.entries(crashing)) {
      it(name, async () => {
        const { status, headers, text } = await start(service, body);
        assert.deepEqual([status, text], [500, 'Internal Server Error']);
        assert.match(headers['content-type'] ?? '', /^text\/plain/);
        assert.deepEqual(service.conversations, []);
      });
    }
  });

  describe('the session key', () => {
    for (const [name, key] of [
      ['wrong', 'OTHER'],
      ['empty', ''],
    ] as const) {
      it(`leads to a 401 if ${name}, whatever the body contains`, async () => {
        const { status, json } = await start({ url: service.url, sessionKey: key }, { nonsense: 1 });
        assert.deepEqual([status, json()], [401, { detail: 'Unauthorized' }]);
        assert.deepEqual(service.conversations, []);
      });
    }

    it('is checked after malformed JSON', async () => {
      const { status } = await start({ url: service.url, sessionKey: '' }, '{');
      assert.equal(status, 422);
    });

    it("isn't checked if the service has none", async () => {
      const open = await startService({ sessionKey: '', settings: sampleSettings });
      const { status } = await start({ url: open.url, sessionKey: 'anything' }, {});
      await open.close();
      assert.equal(status, 200);
    });
  });
});
