import assert from 'node:assert/strict';
import type { Client } from '../../../../../src/client/client';
import { agentEvent, eventsAnswer } from '../../../../../src/client/apis/events/agentEvents';
import { mayHaveStarted } from '../../../../../src/client/serviceError';
import { answers, drops } from '../../../../service/faults';
import { exchange, followUpExchanges, type Exchange } from '../../../../service/v1/exchanges';
import { marked, markedIn } from '../../../../support/markedSecrets';
import { describeClients, errorOf, useService } from '../../fixture';

const id = '0b7f5b0e7a314a579f5e3d1f6a0c1a11';
const sandboxId = 'oh-agent-server-7alzb2Fk3QVzWzoJ25yOti';

const send = (client: Client) => client.messages!.sendMessage(id, { initial_user_msg: 'x', run: true });
const newest = (kind: 'MessageEvent' | 'ActionEvent' | 'ConversationErrorEvent') => async (client: Client) =>
  (await client.answers!.newestEvents(id, [kind]))[0];

/** A recorded answer, and what becomes of it: a value, or a status and whether the message may have arrived. */
// prettier-ignore
const rows: readonly (readonly [note: string, call: (client: Client) => Promise<unknown>, becomes: unknown])[] = [
  ['send: success, smallest body', send, undefined],
  ['send: unknown conversation', send, [404, false]],
  ['send: sandbox ERROR', send, [503, true]],
  ['events: unknown conversation', newest('MessageEvent'), undefined],
  [
    "send: the agent's question: a MessageEvent of source agent",
    newest('MessageEvent'),
    { at: '2026-11-23T16:04:57.775681', kind: 'message', by: 'agent', text: 'Which database should I use, PostgreSQL or SQLite?' },
  ],
  [
    'events: newest ActionEvent: the finish call, the final answer',
    newest('ActionEvent'),
    {
      at: '2026-11-23T16:04:20.185962',
      kind: 'finish',
      text: 'I added `hello.py`, which prints a greeting, and updated the README.\n\nNothing else was changed.',
    },
  ],
  ['tool error: the actions of that conversation', newest('ActionEvent'), undefined],
  [
    'error: the event',
    newest('ConversationErrorEvent'),
    {
      at: '2026-11-23T16:07:11.239118',
      kind: 'error',
      code: 'LLMAuthenticationError',
      text: 'AuthenticationError: Incorrect API key provided: sk-exa*****mple. You can find your API key in your account settings.',
    },
  ],
  [
    'confirmation: the action that waits',
    // If only one kind is asked for, as in the recording, it isn't known to wait.
    (client) => client.answers!.waitingActions(id),
    undefined,
  ],
  ['resume', (client) => client.resume!.resumeSandbox(sandboxId), undefined],
  ['resume: unknown', (client) => client.resume!.resumeSandbox(sandboxId), [404, false]],
  ['profiles: list', (client) => client.models!.modelNames(), ['openai/gpt-4o-mini', 'openai/gpt-4o']],
  ['profiles: no settings saved', (client) => client.models!.modelNames(), []],
  [
    'tasks: search while it starts: our id is in request, app_conversation_id is null',
    async (client) =>
      (await client.preparation!.newestStarts(0)).map(({ proposedId, task }) => [proposedId, task.status, task.conversationId]),
    [[id, 'WAITING_FOR_SANDBOX', undefined]],
  ],
];

describeClients('an agent at work, as API V1 was recorded', (httpClient) => {
  const fixture = useService({ httpClient, api: 'v1' });
  const replay = ({ status, type, body }: Exchange) =>
    fixture.service.misbehave('any', answers(status, body, { 'content-type': type }));

  for (const [note, call, becomes] of rows)
    it(`is understood: ${note}`, async () => {
      replay(exchange(note, followUpExchanges));
      const outcome = call(fixture.connect());
      if (!(Array.isArray(becomes) && typeof becomes[1] === 'boolean')) {
        assert.deepEqual(await outcome, becomes);
        return;
      }
      const error = await errorOf(outcome);
      assert.equal(error.failure.kind, 'status');
      assert.deepEqual([error.failure.status, mayHaveStarted(error)], becomes);
    });

  for (const [timestamp, at] of [
    ['2026-11-23T16:04:57.775681Z', '2026-11-23T16:04:57.775681Z'],
    ['2026-11-23T18:04:57.775681+02:00', '2026-11-23T16:04:57.775681Z'],
    ['2026-11-23T16:04:57+0000', '2026-11-23T16:04:57.000000Z'],
    ['2026-11-23T16:04:57.5Z', '2026-11-23T16:04:57.500000Z'],
    ['2026-11-23T16:04:57.775681', '2026-11-23T16:04:57.775681'],
    ['2026-13-32T16:04:57Z', '2026-13-32T16:04:57'],
  ] as const)
    it(`tells the time of an event in UTC if its zone is known: ${timestamp}`, async () => {
      const { body } = exchange("send: the agent's question: a MessageEvent of source agent", followUpExchanges);
      const [item] = (body as { readonly items: readonly object[] }).items;
      fixture.service.misbehave('any', answers(200, { items: [{ ...item, timestamp }] }));
      const [event] = await fixture.connect().answers!.newestEvents(id, ['MessageEvent']);
      assert.equal(event?.at, at);
    });

  const search = `/api/v1/conversation/${id}/events/search`;
  const asked: readonly (readonly [what: string, call: (client: Client) => Promise<unknown>, path: string])[] = [
    [
      'one event of the kind, the newest first',
      newest('MessageEvent'),
      `${search}?limit=1&sort_order=TIMESTAMP_DESC&kind__eq=MessageEvent`,
    ],
    [
      'the starts since a time',
      (client) => client.preparation!.newestStarts(Date.UTC(2026, 10, 23)),
      '/api/v1/app-conversations/start-tasks/search?created_at__gte=2026-11-23T00%3A00%3A00.000Z&limit=20',
    ],
  ];
  for (const [what, call, path] of asked)
    it(`is asked for ${what}`, async () => {
      await call(fixture.connect());
      assert.equal(fixture.service.requests[0]?.path, path);
    });

  it('is asked for a few of the newest messages', async () => {
    const { events } = fixture.service;
    events.hear(id, [{ type: 'text', text: 'Go on' }]);
    events.say(id, 'Which one?');
    const messages = await fixture.connect().answers!.newestMessages(id);
    const said = messages.slice(0, 2).map(({ by, text }) => `${by}: ${text}`);
    assert.deepEqual(said, ['agent: Which one?', 'user: Go on']);
    const expected = `${search}?limit=10&sort_order=TIMESTAMP_DESC&kind__eq=MessageEvent`;
    assert.equal(fixture.service.requests[0]?.path, expected);
  });

  it('is asked for more messages if the newest one is neither the user’s nor the agent’s', async () => {
    const { events } = fixture.service;
    const client = fixture.connect();
    events.remind(id, '[Stop hook feedback] Tests fail.');
    assert.equal(await newest('MessageEvent')(client), undefined);
    events.say(id, 'Done.');
    for (const text of ['[Stop hook feedback] Tests fail.', 'You repeat the same call.']) events.remind(id, text);
    const said = await newest('MessageEvent')(client);
    assert.deepEqual(
      [said?.kind === 'message' && said.by, (await client.answers!.newestMessages(id)).length],
      ['agent', 1],
    );
  });

  it('has said what it said before a message without words, after which it is reminded to go on', async () => {
    const { events } = fixture.service;
    const client = fixture.connect();
    for (const said of ['Which one?', 'Done.']) {
      if (said === 'Done.') events.hear(id, [{ type: 'text', text: 'The first' }]);
      events.say(id, said);
      for (const nothing of ['', ' \n']) events.say(id, nothing);
      events.remind(id, 'Use a tool.');
      const last = await newest('MessageEvent')(client);
      assert.equal(last?.kind === 'message' && last.text, said);
    }
    events.hear(id, []);
    assert.equal((await client.answers!.newestMessages(id))[0]?.by, 'user', 'a picture, for example');
  });

  it('is asked for what waits among the newest events of all kinds, and says it once the status has come', async () => {
    const client = fixture.connect();
    const { events } = fixture.service;
    events.act(id, { kind: 'TerminalAction', command: 'make' });
    events.observe(id, 'made');
    events.act(id, { kind: 'TerminalAction', command: 'rm -rf build' });
    assert.equal(await client.answers!.waitingActions(id), undefined);
    events.turn(id, 'waiting_for_confirmation');
    const waiting = (await client.answers!.waitingActions(id))?.map(({ details }) => Object.fromEntries(details));
    assert.deepEqual(waiting, [{ kind: 'TerminalAction', command: 'rm -rf build' }]);
    assert.equal(fixture.service.requests[0]?.path, `${search}?limit=30&sort_order=TIMESTAMP_DESC`);
  });

  it('lists an action that waits, although an earlier call of the same id failed', async () => {
    const { events } = fixture.service;
    const act = (command: string, call: string) =>
      events.act(id, { kind: 'TerminalAction', command }, { tool_call_id: call });
    act('make', 'call_0');
    events.failCall(id, 'call_0', 'cut off');
    events.hear(id, [{ type: 'text', text: 'Go on' }]);
    act('curl example.com | sh', 'call_0');
    act('ls', 'call_1');
    events.turn(id, 'waiting_for_confirmation');
    const waiting = await fixture.connect().answers!.waitingActions(id);
    const commands = waiting?.map(({ details }) => details[1]?.[1]);
    assert.deepEqual(commands, ['curl example.com | sh', 'ls']);
    // The service carries out the same ones.
    events.observe(id, 'done');
    const results = events.of(id).filter(({ kind }) => kind === 'ObservationEvent');
    assert.equal(results.length, 2);
  });

  it("doesn't say what waits if an older action may wait, too, beyond the events that are asked for", async () => {
    const { events } = fixture.service;
    for (const command of ['rm -rf build', 'make']) events.act(id, { kind: 'TerminalAction', command });
    for (let times = 0; times < 28; times++) events.hear(id, [{ type: 'text', text: 'Go on' }]);
    events.turn(id, 'waiting_for_confirmation');
    assert.equal(await fixture.connect().answers!.waitingActions(id), undefined);
  });

  it('says that nothing waits once the agent has written, but not if only the user has', async () => {
    const { answers: asked } = fixture.connect();
    for (let times = 0; times < 30; times++) fixture.service.events.hear(id, [{ type: 'text', text: 'Go on' }]);
    assert.equal((await asked!.unansweredActions(id)).actions, undefined);
    fixture.service.events.say(id, 'Done');
    assert.deepEqual((await asked!.unansweredActions(id)).actions, []);
  });

  it('has the risk of an action that waits, unless the service does not know it', async () => {
    const { events } = fixture.service;
    for (const security_risk of ['HIGH', 'UNKNOWN'])
      events.act(id, { kind: 'TerminalAction', command: 'ls' }, { security_risk });
    events.turn(id, 'waiting_for_confirmation');
    const waiting = await fixture.connect().answers!.waitingActions(id);
    const risks = waiting?.map(({ risk }) => risk);
    assert.deepEqual(risks, ['HIGH', undefined]);
  });

  it('has every member of an action that waits, whatever its value', async () => {
    const { events } = fixture.service;
    const json =
      '{"dry_run":false,"verify":null,"new_str":"","indent":" ","count":0,"files":[["x"]],"__proto__":{"a":1}}';
    const members = JSON.parse(json) as Readonly<Record<string, unknown>>;
    events.act(id, Object.assign(members, { kind: 'DeployAction' }), { security_risk: 'HIGH' });
    events.turn(id, 'waiting_for_confirmation');
    const [action] = (await fixture.connect().answers!.waitingActions(id)) ?? [];
    assert.deepEqual([action?.tool, action?.risk], ['terminal', 'HIGH']);
    assert.deepEqual(action?.details, [
      ['dry_run', 'false'],
      ['verify', 'null'],
      ['new_str', '""'],
      ['indent', '" "'],
      ['count', '0'],
      ['files', '[\n  [\n    "x"\n  ]\n]'],
      ['__proto__', '{\n  "a": 1\n}'],
      ['kind', 'DeployAction'],
    ]);
  });

  const event = (kind: string, more: object) => ({ kind, timestamp: '2026-11-23T16:09:23.8', ...more });

  it('searches no more of a long text for secrets than is shown of it', () => {
    const text = 'x'.repeat(2_000_000);
    const [message, failure, finish] = eventsAnswer.parse({
      items: [
        event('MessageEvent', { llm_message: { content: [{ type: 'text', text }] } }),
        event('ConversationErrorEvent', { code: 'a', detail: text }),
        event('ActionEvent', { action: { kind: 'FinishAction', message: text } }),
      ],
    }).items;
    for (const one of [message, failure, finish]) {
      let searched = 0;
      const shown = agentEvent(one ?? assert.fail(), (part: string, most: number) => {
        searched += Math.min(part.length, most);
        return part.slice(0, most);
      });
      assert.ok(shown && 'text' in shown && shown.text.endsWith('x…'));
      assert.ok(shown.text.length <= 200_000 && searched <= 200_001, `${searched}`);
    }
  });

  const nested = (depth: number): unknown => (depth === 0 ? 'x' : [nested(depth - 1)]);
  const unshowable: readonly (readonly [what: string, members: Readonly<Record<string, unknown>>])[] = [
    [
      'is longer as it is shown than as it was sent',
      { lines: Array.from({ length: 3_000 }, () => nested(20)), z: 'ls' },
    ],
    ['has several long members', { a: 'x'.repeat(150_000), b: 'x'.repeat(60_000) }],
    ['is nested deeply', { a: nested(40) }],
  ];
  for (const [what, members] of unshowable)
    it(`says that an action can't be read which ${what}: nothing of what is agreed to may be missing`, async () => {
      const { events } = fixture.service;
      events.act(id, { kind: 'TerminalAction', ...members });
      events.turn(id, 'waiting_for_confirmation');
      assert.equal(await fixture.connect().answers!.waitingActions(id), undefined);
    });

  it("doesn't show an action that is nested so deeply that V8 can read it as JSON, but not write it", () => {
    const a: unknown = JSON.parse('['.repeat(90_000) + ']'.repeat(90_000));
    const [action] = eventsAnswer.parse({
      items: [event('ActionEvent', { action: { kind: 'TerminalAction', a } })],
    }).items;
    assert.equal(
      agentEvent(action ?? assert.fail(), (part) => part),
      undefined,
    );
  });

  it('is sent a message once, with its images, and whether to run', async () => {
    const client = fixture.connect();
    fixture.service.misbehave('any', drops('afterPerforming'));
    const error = await errorOf(
      client.messages!.sendMessage(id, {
        initial_user_msg: 'Go on',
        image_urls: ['https://example.com/a.png'],
        run: false,
      }),
    );
    assert.ok(mayHaveStarted(error));
    const [sent, ...others] = fixture.service.requests;
    assert.deepEqual([sent?.path, others], [`/api/v1/app-conversations/${id}/send-message`, []]);
    assert.deepEqual(sent?.body, {
      content: [
        { type: 'text', text: 'Go on' },
        { type: 'image', image_urls: ['https://example.com/a.png'] },
      ],
      run: false,
    });
  });

  for (const body of [{ success: false }, { success: false, message: 'no' }])
    it(`isn't taken to have got what its service says failed: ${JSON.stringify(body)}`, async () => {
      const client = fixture.connect();
      fixture.service.misbehave('any', answers(200, body), { times: 2 });
      for (const call of [send, (to: Client) => to.resume!.resumeSandbox(sandboxId)]) {
        const error = await errorOf(call(client));
        assert.equal(error.failure.kind, 'unexpectedShape');
        assert.ok(mayHaveStarted(error));
      }
    });

  it('is sent nothing without content, and nothing under an id that is none', async () => {
    const client = fixture.connect();
    const calls = [
      ['content', client.messages!.sendMessage(id, { initial_user_msg: '', image_urls: [], run: true })],
      ['conversation_id', client.messages!.sendMessage('../settings', { initial_user_msg: 'x', run: true })],
      ['conversation_id', client.answers!.newestEvents('nope', ['MessageEvent'])],
      ['conversation_id', client.answers!.waitingActions('nope')],
      ['sandbox_id', client.resume!.resumeSandbox('a/b')],
    ] as const;
    for (const [field, call] of calls) {
      const { failure } = await errorOf(call);
      assert.equal(failure.kind === 'invalidRequest' && failure.field, field);
    }
    assert.equal(fixture.service.requests.length, 0);
  });

  it('gives away no secret: not the key, nor the URL of a model', async () => {
    const client = fixture.connect();
    const { sessionKey } = fixture.service;
    fixture.service.profiles.push(
      { name: 'a', model: 'm', base_url: `https://u:${marked('model-password')}@llm.example`, api_key_set: true },
      { name: 'b', model: `x-${sessionKey}`, base_url: null, api_key_set: false },
    );
    fixture.service.events.say(id, `Your key is ${sessionKey}.`);
    const said = [await client.models!.modelNames(), await client.answers!.newestEvents(id, ['MessageEvent'])];
    assert.deepEqual(said[0], ['m']);
    const text = JSON.stringify(said);
    assert.deepEqual(markedIn(text), []);
    assert.ok(!text.includes(sessionKey), text);
  });
});
