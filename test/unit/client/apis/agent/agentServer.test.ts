import assert from 'node:assert/strict';
import type { Client } from '../../../../../src/client/client';
import { apis } from '../../../../../src/client/apis/registry';
import type { ConversationStartRequest } from '../../../../../src/client/records';
import { mayHaveStarted } from '../../../../../src/client/serviceError';
import { agentExchanges } from '../../../../service/agent/exchanges';
import { sampleSettings } from '../../../../service/sampleSettings';
import { answers, drops } from '../../../../service/faults';
import { exchange, type Exchange } from '../../../../service/v1/exchanges';
import { task } from '../../../../support/sampleTask';
import { redactorOf } from '../../../../support/redactorOf';
import { startOn } from '../../../../support/startOn';
import { describeClients, errorOf, useService } from '../../fixture';

const id = '0b7f5b0e7a314a579f5e3d1f6a0c1a11';
const recorded = (note: string) => exchange(note, agentExchanges);

describeClients('an agent server', (httpClient) => {
  const fixture = useService({ httpClient, api: 'agent' });
  const connect = () => fixture.connect({ api: 'agent' });
  const agents = () => fixture.service.agents;
  const replay = ({ status, type, body }: Exchange) =>
    fixture.service.misbehave('any', answers(status, body, { 'content-type': type }));
  const start = (request: ConversationStartRequest = {}) =>
    startOn(connect(), { conversation_id: id, initial_user_msg: 'Fix it', ...request });
  const bodyOf = (operation: string) =>
    fixture.service.requests.findLast((one) => one.operation === operation)?.body as Record<string, unknown>;
  const stateOf = async (client: Client = connect()) => (await client.status.conversations([id]))[0]?.status;

  it('starts in a new folder below its home, with its active profile, limit and confirmation mode', async () => {
    const [profile] = agents().profiles;
    assert.deepEqual(await start({ image_urls: ['https://example.com/a.png'] }), {
      status: 'ok',
      conversation_id: id,
    });
    assert.deepEqual(bodyOf('startConversation'), {
      conversation_id: id,
      workspace: { working_dir: `/home/example/workspace/project/${id}` },
      agent_profile_id: profile?.id,
      initial_message: {
        content: [
          { type: 'text', text: 'Fix it' },
          { type: 'image', image_urls: ['https://example.com/a.png'] },
        ],
      },
      max_iterations: sampleSettings.max_iterations,
      confirmation_policy: { kind: 'NeverConfirm' },
      security_analyzer: { kind: 'LLMSecurityAnalyzer' },
    });
  });

  for (const [title, confirmation_mode, security_analyzer, policy, analyzer] of [
    ['asks before risky actions', true, 'llm', 'ConfirmRisky', 'LLMSecurityAnalyzer'],
    ['asks before each action without an analyzer', true, null, 'AlwaysConfirm', undefined],
    ['asks before each action with an analyzer that it does not have', true, 'invariant', 'AlwaysConfirm', undefined],
    ['asks before no action', false, null, 'NeverConfirm', undefined],
  ] as const)
    it(`trap 9: ${title} if its settings say so, which it would not do by itself`, async () => {
      fixture.service.setSettings({ ...sampleSettings, confirmation_mode, security_analyzer, max_iterations: 7 });
      await start();
      const { confirmation_policy, security_analyzer: sent, max_iterations: limit } = bodyOf('startConversation');
      const expected = [{ kind: policy }, analyzer && { kind: analyzer }, 7];
      assert.deepEqual([confirmation_policy, sent, limit], expected);
    });

  it('is shown what it would be sent with what is not known yet named as such', () => {
    const shown = apis.agent.start.body({ conversation_id: id, initial_user_msg: 'Fix it' }, 2);
    assert.match(shown, /^\{\n {2}"/);
    assert.deepEqual(JSON.parse(shown), {
      conversation_id: id,
      workspace: { working_dir: `<home folder of the service>/workspace/project/${id}` },
      initial_message: { content: [{ type: 'text', text: 'Fix it' }] },
      agent_profile_id: '<active agent profile of the service>',
      max_iterations: '<as in the settings of the service>',
      confirmation_policy: '<as in the settings of the service>',
    });
  });

  it('is asked for its home once, and for its settings before each start', async () => {
    const client = connect();
    for (const conversation_id of [id, `${id.slice(0, -1)}2`]) await startOn(client, { conversation_id });
    const requests = fixture.service.requests.map(({ method, path }) => `${method} ${path}`);
    const start = ['GET /api/settings', 'POST /api/conversations'];
    assert.deepEqual(requests, ['GET /api/file/home', ...start, ...start]);
  });

  it('is sent the clone instructions before the message, and the instructions below it', async () => {
    await start({
      repository: 'a/b',
      git_provider: 'github',
      selected_branch: 'main',
      clone_instructions: 'Clone it.',
      conversation_instructions: 'Be brief.',
    });
    const { initial_message: message, ...others } = bodyOf('startConversation');
    assert.deepEqual(message, { content: [{ type: 'text', text: 'Clone it.\n\nFix it\n\nBe brief.' }] });
    assert.deepEqual(Object.keys(others).sort(), [
      'agent_profile_id',
      'confirmation_policy',
      'conversation_id',
      'max_iterations',
      'security_analyzer',
      'workspace',
    ]);
  });

  it('trap 8: is asked for its profiles only if none is active, since that makes one', async () => {
    agents().activeProfile = null;
    await start();
    assert.equal(bodyOf('startConversation')['agent_profile_id'], agents().profiles[0]?.id);
    const operations = fixture.service.requests.map(({ operation }) => operation);
    assert.deepEqual(operations, ['home', 'loadSettings', 'agentProfiles', 'startConversation']);
  });

  it('starts with the profile that is active by then, below a home that ends in a slash', async () => {
    const [active] = agents().profiles;
    agents().home = '/home/';
    agents().activeProfile = null;
    const profiles = [{ id: id.replace('0b', '0c') }, { id: active!.id }];
    fixture.service.misbehave('agentProfiles', answers(200, { profiles, active_agent_profile_id: active!.id }));
    await start({ conversation_id: id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') });
    assert.equal((await connect().startForm()).path, '/api/conversations', 'for a preview of the request');
    const { agent_profile_id, workspace } = bodyOf('startConversation');
    assert.deepEqual([agent_profile_id, workspace], [active!.id, { working_dir: `/home/workspace/project/${id}` }]);
  });

  it('starts with a profile that has an id, beside one without: a file that was written by hand', async () => {
    const [profile] = agents().profiles;
    agents().activeProfile = null;
    for (const odd of [null, 'mine']) {
      const profiles = [{ id: odd, name: 'mine' }, { id: profile!.id }];
      fixture.service.misbehave('agentProfiles', answers(200, { profiles, active_agent_profile_id: null }));
      await start();
      assert.equal(bodyOf('startConversation')['agent_profile_id'], profile!.id);
    }
  });

  for (const what of ['an unknown profile', 'a profile without a model'])
    it(`starts nothing with ${what}`, async () => {
      const { profiles } = agents();
      agents().profiles = what === 'an unknown profile' ? [] : profiles.map((one) => ({ ...one, hasModel: false }));
      const error = await errorOf(start());
      assert.ok(error.failure.kind === 'status');
      assert.deepEqual([error.failure.status, mayHaveStarted(error)], [404, false]);
    });

  it('starts nothing without any profile', async () => {
    fixture.service.misbehave('agentProfiles', answers(200, { profiles: [] }));
    agents().activeProfile = null;
    const { failure } = await errorOf(start());
    assert.deepEqual(failure, { kind: 'unexpectedShape', field: 'profiles', expected: 'not empty' });
  });

  it('trap 7: returns an old conversation by its id: the message was dropped', async () => {
    await start();
    const again = await start({ initial_user_msg: 'Other' });
    assert.deepEqual(again, { status: 'ok', conversation_id: id, conversation_status: 'RUNNING' });
  });

  it('is idle without a message', async () => {
    await startOn(connect(), { conversation_id: id });
    assert.equal(await stateOf(), 'IDLE');
  });

  it('knows the conversation whose start was not answered by its id', async () => {
    fixture.service.misbehave('startConversation', drops('afterPerforming'));
    assert.ok(mayHaveStarted(await errorOf(start())));
    assert.equal(await stateOf(), 'STARTING');
  });

  it('has an unknown state if it says none, or says it in another type', async () => {
    for (const execution_status of [null, 5]) {
      fixture.service.misbehave('conversation', answers(200, [{ id, execution_status }]));
      assert.equal(await stateOf(), 'UNKNOWN');
    }
  });

  it('is not taken to have started a conversation whose id repeats a secret', async () => {
    fixture.service.misbehave('startConversation', answers(201, { id }));
    const client = fixture.connect({ api: 'agent', redactor: redactorOf(id) });
    const { failure } = await errorOf(startOn(client, { conversation_id: id }));
    assert.deepEqual(failure, { kind: 'unexpectedShape', field: 'id', expected: 'free of secrets' });
  });

  it('is asked for several conversations at once, and says null for those it lacks', async () => {
    replay(recorded('batch: ids with and without dashes, one unknown'));
    const states = await connect().status.conversations([
      '0de28af2-e0c7-4bf3-acf3-d8d1fc6fb5ae',
      '77777777-7777-4777-8777-777777777777',
      'c8105ec5cf314f5fa73fa035bdebcc98',
    ]);
    const statuses = states.map((one) => one?.status);
    assert.deepEqual(statuses, ['FINISHED', undefined, 'FINISHED']);
  });

  it('is asked for as many at once as it accepts', async () => {
    const ids = Array.from({ length: apis.agent.status.maxPerRequest }, (_, at) => String(at).padStart(32, '0'));
    assert.deepEqual(await connect().status.conversations(ids), Array(ids.length).fill(null));
    assert.equal(fixture.service.requests.length, 1);
  });

  it('trap 4: sends a message that lets the agent run, or says that it does not', async () => {
    await start();
    const { messages } = connect();
    await messages!.sendMessage(id, { initial_user_msg: 'Go on', run: true });
    assert.deepEqual(bodyOf('sendMessage'), { content: [{ type: 'text', text: 'Go on' }], run: true });
    await messages!.sendMessage(id, { initial_user_msg: 'Later', run: false });
    assert.equal(bodyOf('sendMessage')['run'], false);
  });

  it('traps 3 and 6: finds the newest events itself among those of all kinds: asked for one, a server finds none', async () => {
    await start();
    const [unanswered] = await connect().answers!.newestEvents(id, ['MessageEvent']);
    assert.ok(unanswered?.kind === 'message' && unanswered.by === 'user');
    agents().events.say(id, 'Which one?');
    agents().events.finish(id, 'Done.');
    const before = fixture.service.requests.length;
    const newest = await connect().answers!.newestEvents(id, ['MessageEvent', 'ActionEvent', 'ConversationErrorEvent']);
    const texts = newest.map((one) => one && 'text' in one && one.text);
    assert.deepEqual(texts, ['Which one?', 'Done.', undefined]);
    const paths = fixture.service.requests.slice(before).map(({ path }) => path);
    assert.deepEqual(paths, [`/api/conversations/${id}/events/search?limit=30&sort_order=TIMESTAMP_DESC`]);
  });

  it('has the newest message although the agent has taken many steps since, for one more question', async () => {
    await start();
    agents().events.say(id, 'Which one?');
    await connect().messages!.sendMessage(id, { initial_user_msg: 'The first', run: false });
    for (let step = 0; step < 31; step++) agents().events.act(id, { kind: 'TerminalAction', command: 'ls' });
    const before = fixture.service.requests.length;
    const [message, action] = await connect().answers!.newestEvents(id, ['MessageEvent', 'ActionEvent']);
    assert.deepEqual([message && 'text' in message && message.text, action?.kind], ['The first', 'action']);
    await connect().answers!.newestEvents(id, ['ActionEvent']);
    assert.equal(fixture.service.requests.length, before + 3);
  });

  it('has the newest message of the user or the agent, although the server has reminded the agent since', async () => {
    await start();
    agents().events.say(id, 'Done.');
    for (let step = 0; step < 31; step++) {
      const [message] = await connect().answers!.newestEvents(id, ['MessageEvent']);
      assert.equal(message?.kind === 'message' && message.text, 'Done.');
      if (step === 0) agents().events.remind(id, '[Stop hook feedback] Tests fail.');
      agents().events.act(id, { kind: 'TerminalAction', command: 'ls' });
    }
  });

  it('has a few of the newest messages', async () => {
    await start();
    await connect().messages!.sendMessage(id, { initial_user_msg: 'Go on', run: false });
    agents().events.say(id, 'Which one?');
    const messages = await connect().answers!.newestMessages(id);
    const said = messages.slice(0, 2).map(({ by, text }) => `${by}: ${text}`);
    assert.deepEqual(said, ['agent: Which one?', 'user: Go on']);
  });

  it("has the user's last message although the agent has taken many steps since, for one more question", async () => {
    await start();
    await connect().messages!.sendMessage(id, { initial_user_msg: 'Go on', run: false });
    for (let step = 0; step < 31; step++) agents().events.act(id, { kind: 'TerminalAction', command: 'ls' });
    const before = fixture.service.requests.length;
    const messages = await connect().answers!.newestMessages(id);
    assert.equal(messages[0]?.text, 'Go on');
    assert.equal(fixture.service.requests.length, before + 2);
  });

  it('can have the actions that wait confirmed, or rejected with a reason', async () => {
    await start();
    const client = connect();
    for (const [accept, reason] of [
      [false, 'Keep it.'],
      [true, undefined],
      [false, undefined],
    ] as const) {
      agents().events.act(id, { kind: 'TerminalAction', command: 'make' });
      agents().report(id, 'waiting_for_confirmation');
      assert.equal((await client.answers!.waitingActions(id))?.length, 1);
      await client.confirmation!.respondToAction(id, accept, reason);
      assert.deepEqual(bodyOf('respondToAction'), { accept, ...(reason && { reason }) });
      assert.equal(await client.answers!.waitingActions(id), undefined);
    }
  });

  for (const [note, isSaved, model] of [
    ['settings: nothing saved yet', false, 'gpt-5.5'],
    ['settings: without X-Expose-Secrets', true, 'openai/gpt-4o'],
  ] as const)
    it(`has its settings under the interface's names: ${note}`, async () => {
      replay(recorded(note));
      const { llm_api_key_set, llm_model, max_iterations } = await connect().loadSettings();
      assert.deepEqual([llm_api_key_set, llm_model, max_iterations], [isSaved, model, 500]);
    });

  const withoutPlace: Required<Pick<ConversationStartRequest, (typeof apis.agent.start.unsupportedFields)[number]>> = {
    replay_json: '[]',
    create_microagent: { repo: 'a/b' },
    mcp_config: {},
    suggested_task: task,
    llm_model: 'gpt',
    agent_type: 'plan',
  };
  for (const [field, value] of Object.entries(withoutPlace))
    it(`is sent nothing with a field that it has no place for: ${field}`, async () => {
      const error = await errorOf(start({ [field]: value }));
      assert.deepEqual(error.failure, { kind: 'unsupportedField', field });
      assert.equal(fixture.service.requests.length, 0);
    });
});
