import assert from 'node:assert/strict';
import { type Client, StartTask } from '../../../../../src/client/client';
import type { ApiName } from '../../../../../src/client/apis/registry';
import type { ConversationStartRequest } from '../../../../../src/client/records';
import { mayHaveStarted } from '../../../../../src/client/serviceError';
import { answers } from '../../../../service/faults';
import { exchange, exchanges, type Exchange } from '../../../../service/v1/exchanges';
import { describeClients, errorOf, useService } from '../../fixture';
import { startOn } from '../../../../support/startOn';
import { task as sampleTask } from '../../../../support/sampleTask';

interface Row {
  readonly call: (client: Client) => Promise<unknown>;
  readonly gives?: unknown;
  readonly fails?: { readonly failure: object; readonly mayHaveStarted: boolean };
  /** `v0` for the old paths. */
  readonly api?: ApiName;
  /** True if the client refuses to send what was sent in the recording: the answer is to something else. */
  readonly isNeverSent?: true;
}

const taskId = 'b852f9ab31734e49b1cc5dbb3f8c5cb9';
const conversationId = 'c52e55b080f04d96b1dc92fa4fefb39e';
const ownId = '0b7f5b0e-7a31-4a57-9f5e-3d1f6a0c1a11';
const unknownId = '0b7f5b0e7a314a579f5e3d1f6a0c1a19';
const failedId = '93a919dec90646b1af41c31b55ab02b1';

const load = (client: Client) => client.loadSettings();
const start = (request: ConversationStartRequest) => (client: Client) => startOn(client, request);
const task = (id: string) => (client: Client) => client.preparation!.startTask(id);
const states = (id: string) => (client: Client) => client.status.conversations([id]);
const isTask = (id: string, status: string, more: object = {}) => new StartTask({ id, status, ...more });
const refused = (status: number, words: object, may = false) => ({
  failure: { kind: 'status', status, ...words },
  mayHaveStarted: may,
});
const suggested_task = { ...sampleTask, title: 't' } as const;
const rows: Readonly<Record<string, Row>> = {
  'no settings saved': { call: load, fails: refused(404, { text: 'Settings not found' }) },
  'the old path': { api: 'v0', call: load, fails: refused(404, { text: 'Not Found' }) },
  'no key': { call: load, fails: refused(401, { text: 'Unauthorized' }) },
  'wrong key': { call: load, fails: refused(401, { text: 'Unauthorized' }) },
  'old start': { api: 'v0', call: start({ initial_user_msg: 'x' }), fails: refused(404, { text: 'Not Found' }) },
  start: {
    call: start({
      initial_user_msg: 'Fix the tests',
      image_urls: ['data:image/png;base64,iVBORw0KGgo='],
      repository: 'a/b',
      selected_branch: 'main',
      git_provider: 'github',
      conversation_instructions: 'be brief',
    }),
    gives: isTask(taskId, 'WORKING'),
  },
  'task +0': { call: task(taskId), gives: isTask(taskId, 'WAITING_FOR_SANDBOX') },
  'task +2': { call: task(taskId), gives: isTask(taskId, 'RUNNING_SETUP_SCRIPT') },
  'task +3': { call: task(taskId), gives: isTask(taskId, 'SETTING_UP_GIT_HOOKS') },
  'task +4': { call: task(taskId), gives: isTask(taskId, 'READY', { conversationId }) },
  conversation: {
    call: states(conversationId),
    gives: [{ status: 'SANDBOX_RUNNING', sandbox_id: 'e11c39e33a1045c0a4f853e597444bc0' }],
  },
  'unknown conversation': { call: states(unknownId), gives: [null] },
  malformed: {
    call: states(unknownId),
    fails: refused(400, { text: "Invalid UUID format for ids: 'nope'" }),
    isNeverSent: true,
  },
  'unknown task': { call: task(unknownId), gives: null },
  'own id': {
    call: start({ initial_user_msg: 'own id', conversation_id: ownId }),
    gives: isTask('027f97f738884329b1b778effec45264', 'WORKING'),
  },
  'own id, later': {
    call: states(ownId),
    gives: [{ status: 'SANDBOX_RUNNING', sandbox_id: '0b7f5b0e7a314a579f5e3d1f6a0c1a11' }],
  },
  'a V0 body: accepted, idle': {
    call: start({ repository: 'a/b', initial_user_msg: 'hello' }),
    gives: isTask('f4959a3049cf4df88b440ce803e30dfe', 'WORKING'),
    isNeverSent: true,
  },
  'bad values': {
    call: start({}),
    fails: refused(422, {
      refusedFields: [
        { path: 'conversation_id', type: 'uuid_parsing' },
        { path: 'git_provider', type: 'enum' },
      ],
    }),
    isNeverSent: true,
  },
  'task and message': {
    call: start({ suggested_task }),
    fails: refused(500, { text: 'Internal Server Error' }, true),
    isNeverSent: true,
  },
  task: { call: start({ suggested_task }), gives: isTask('59a5b780879f44bf91d45f902fcf1a68', 'WORKING') },
  'fails in the background': { call: start({ initial_user_msg: 'FAIL please' }), gives: isTask(failedId, 'WORKING') },
  'failed task': { call: task(failedId), gives: isTask(failedId, 'ERROR', { detail: 'no LLM key configured' }) },
};

describeClients('recorded answers of API V1', (httpClient) => {
  const fixture = useService({ httpClient, api: 'v1' });

  /** Answers the next request as recorded. */
  function replay({ status, type, body }: Exchange): void {
    fixture.service.misbehave('any', answers(status, body, { 'content-type': type }));
  }

  it('are all tried, but the one to a request that nothing makes', () => {
    const [mine, recorded] = [Object.keys(rows), exchanges.map(({ note }) => note)];
    assert.deepEqual([...mine, 'saved', 'saving (not ours to do)'].sort(), [...recorded].sort());
  });

  for (const [note, { call, gives, fails, api = 'v1', isNeverSent }] of Object.entries(rows))
    it(`are understood, and were to what is sent: ${note}`, async () => {
      const recorded = exchange(note);
      replay(recorded);
      const outcome = call(fixture.connect({ api }));
      if (fails) {
        const error = await errorOf(outcome);
        assert.deepEqual([error.failure, mayHaveStarted(error)], [fails.failure, fails.mayHaveStarted]);
      } else assert.deepEqual(await outcome, gives);
      const [sent] = fixture.service.requests;
      assert.equal(sent?.method, recorded.method);
      if (isNeverSent) assert.notDeepEqual([sent.path, sent.body], [recorded.path, recorded.request]);
      else assert.deepEqual([sent.path, sent.body ?? null], [recorded.path, recorded.request]);
    });

  it("are understood, and were to what is sent: saved settings, under the interface's names", async () => {
    const recorded = exchange('saved');
    replay(recorded);
    const { agent_settings, conversation_settings, ...same } = recorded.body as Record<string, unknown>;
    const { agent, llm, condenser, mcp_config, ...agentRest } = agent_settings as Record<string, unknown>;
    const { model, api_key, base_url, ...llmRest } = llm as Record<string, unknown>;
    const { enabled, ...condenserRest } = condenser as Record<string, unknown>;
    assert.ok(agent && model && enabled && mcp_config && conversation_settings);
    assert.deepEqual([api_key, base_url], [null, null]);
    assert.deepEqual(await fixture.connect().loadSettings(), {
      ...same,
      agent_settings: { ...agentRest, llm: llmRest, condenser: condenserRest },
      conversation_settings: { schema_version: 1 },
      agent: 'CodeActAgent',
      llm_model: 'openai/gpt-4o',
      llm_api_key: null,
      llm_base_url: null,
      enable_default_condenser: true,
      mcp_config,
      max_iterations: 50,
      confirmation_mode: false,
      security_analyzer: 'llm',
    });
    assert.equal(fixture.service.requests[0]?.path, recorded.path);
  });
});
