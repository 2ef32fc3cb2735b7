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

  describe('particular conditions', () => {
    it('without settings: 400, and a stopped conversation remains', async () => {
      service.setSettings(undefined);
      const { status, json } = await start(service, {});
      assert.equal(status, 400);
      assert.deepEqual(json(), {
        status: 'error',
        message: 'Settings not found',
        msg_id: 'CONFIGURATION$SETTINGS_NOT_FOUND',
      });
      assert.deepEqual(
        service.conversations.map(({ state }) => state),
        ['STOPPED'],
      );
    });

    it('without a key for the model: 400', async () => {
      service.setSettings({ language: 'en' });
      const { status, json } = await start(service, {});
      assert.equal(status, 400);
      assert.equal((json() as Record<string, unknown>)['msg_id'], 'STATUS$ERROR_LLM_AUTHENTICATION');
    });

    for (const [name, settings] of [
      ['settings', undefined],
      ['a token of a Git provider', { llm_api_key: 'KEY' }],
    ] as const) {
      it(`a repository, without ${name}: a plain 500, and nothing remains`, async () => {
        service.setSettings(settings);
        for (const body of [{ repository: 'a/b' }, { create_microagent: { repo: 'a/b' } }]) {
          const { status, headers, text } = await start(service, body);
          assert.deepEqual([status, text], [500, 'Internal Server Error']);
          assert.match(headers['content-type'] ?? '', /^text\/plain/);
        }
        assert.deepEqual(service.conversations, []);
      });
    }

    it('an unreachable repository: 400, nothing remains', async () => {
      service.setUnreachable('octocat/Hello-World');
      const { status, json } = await start(service, { repository: 'octocat/Hello-World' });
      assert.equal(status, 400);
      assert.deepEqual(json(), {
        status: 'error',
        message: 'Unable to access repo octocat/Hello-World',
        msg_id: 'STATUS$GIT_PROVIDER_AUTHENTICATION_ERROR',
      });
      assert.deepEqual(service.conversations, []);
    });

    it('an unreachable repository on a later server: 401 with a bare string', async () => {
      service.setUnreachable('nobody/none', 401);
      const { status, json } = await start(service, { repository: 'nobody/none' });
      assert.deepEqual([status, json()], [401, 'Unable to access repo nobody/none']);
    });
  });
});

describe('reference service: POST /api/conversations with conversation ids allowed', () => {
  let service: Service;

  beforeEach(async () => {
    service = await startService({ sessionKey: 'KEY', settings: sampleSettings, allowConversationId: true });
  });

  afterEach(() => service.close());

  it('uses the id as is', async () => {
    const { json } = await start(service, { conversation_id: 'a b/c' });
    assert.equal((json() as Record<string, unknown>)['conversation_id'], 'a b/c');
  });

  it('generates one for an empty id', async () => {
    const { json } = await start(service, { conversation_id: '' });
    assert.match(String((json() as Record<string, unknown>)['conversation_id']), /^[0-9a-f]{32}$/);
  });

  it('rejects null', async () => {
    const { status, json } = await start(service, { conversation_id: null });
    assert.equal(status, 422);
    assert.equal((json() as { detail: { type: string }[] }).detail[0]?.type, 'string_type');
  });

  it('joins the running conversation and drops the second message', async () => {
    await start(service, { conversation_id: 'one', initial_user_msg: 'First' });
    service.advance('one');
    const { json } = await start(service, { conversation_id: 'one', initial_user_msg: 'Second' });
    assert.equal((json() as Record<string, unknown>)['conversation_status'], 'RUNNING');
    assert.deepEqual(
      service.conversations.map(({ message }) => message),
      ['First'],
    );
  });

  it('starts a stopped conversation again', async () => {
    await start(service, { conversation_id: 'one' });
    service.advance('one');
    service.advance('one');
    const { json } = await start(service, { conversation_id: 'one', initial_user_msg: 'Second' });
    assert.equal((json() as Record<string, unknown>)['conversation_status'], 'STARTING');
  });
});
