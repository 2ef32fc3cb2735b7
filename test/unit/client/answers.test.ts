import assert from 'node:assert/strict';
import type { ConversationStartResponse } from '../../../src/client/records';
import { altersAnswer, answers, mislabels } from '../../service/faults';
import { reportsState } from '../../service/realServers';
import { minimalSettings, sampleSettings, settingsWithUnknownFields } from '../../service/sampleSettings';
import { describeClients, failed, fault, useService } from './fixture';
import { startOn } from '../../support/startOn';

describeClients('receiving', (httpClient) => {
  const fixture = useService({ httpClient });

  async function loaded(record: unknown): Promise<Record<string, unknown>> {
    fixture.service.setRawSettings(record);
    return fixture.connect().loadSettings();
  }

  async function started(change: (answer: Record<string, unknown>) => unknown): Promise<unknown> {
    fixture.service.misbehave('startConversation', altersAnswer(change));
    return startOn(fixture.connect(), {});
  }

  it('returns the response to a start field by field', async () => {
    const answer = await startOn(fixture.connect(), { initial_user_msg: 'Hello' });
    const [conversation] = fixture.service.conversations;
    assert.deepEqual(answer, {
      status: 'ok',
      conversation_id: conversation?.id,
      message: null,
      conversation_status: 'STARTING',
    });
  });

  for (const record of [
    { ...sampleSettings, llm_api_key_set: true, search_api_key_set: false },
    minimalSettings,
    settingsWithUnknownFields,
  ])
    it(`returns settings as received: ${Object.keys(record).length} fields`, async () =>
      assert.deepEqual(await loaded(record), record));

  // A cloud service reports a start as stopped: it starts the conversation in the background.
  for (const state of ['ARCHIVED', 'STOPPED', undefined])
    it(`accepts a start whose state is ${state ?? 'absent'}`, async () => {
      fixture.service.misbehave('startConversation', reportsState(state));
      const answer = await startOn(fixture.connect(), {});
      assert.equal((answer as ConversationStartResponse).conversation_status, state);
      assert.equal('conversation_status' in answer, state !== undefined);
    });

  it('accepts any success status', async () => {
    fixture.service.misbehave('startConversation', answers(201, { status: 'ok', conversation_id: 'a', queue: 3 }));
    assert.deepEqual(await startOn(fixture.connect(), {}), { status: 'ok', conversation_id: 'a', queue: 3 });
  });

  const settingsThatDoNotFit: readonly [string, unknown, string, string][] = [
    ['null', null, '', 'object'],
    ['a list', [], '', 'object'],
    ['null for the required field', { llm_api_key_set: null }, 'llm_api_key_set', 'boolean'],
  ];
  for (const [what, record, field, expected] of settingsThatDoNotFit)
    it(`rejects settings with ${what}`, async () =>
      assert.deepEqual(await failed(loaded(record)), [{ kind: 'unexpectedShape', field, expected }, true]));

  const startsThatDoNotFit: readonly [string, Record<string, unknown>, string, string][] = [
    ['no status', { status: undefined }, 'status', 'string'],
    ['no conversation_id', { conversation_id: undefined }, 'conversation_id', 'string'],
    ['a null conversation_id', { conversation_id: null }, 'conversation_id', 'string'],
    ['an empty conversation_id', { conversation_id: '' }, 'conversation_id', 'not empty'],
  ];
  for (const [what, change, field, expected] of startsThatDoNotFit)
    it(`rejects the response to a start with ${what}`, async () => {
      const ending = await failed(started((answer) => ({ ...answer, ...change })));
      assert.deepEqual(ending, [{ kind: 'unexpectedShape', field, expected }, true]);
    });

  for (const [field, value] of [
    ['message', {}],
    ['message', ['started']],
    ['conversation_status', 1],
    ['conversation_status', { name: 'RUNNING' }],
  ] as const)
    it(`knows a conversation by its id although ${field} is ${JSON.stringify(value)}`, async () => {
      const answer = (await started((all) => ({ ...all, [field]: value }))) as ConversationStartResponse;
      assert.deepEqual([answer.status, answer[field]], ['ok', undefined]);
      assert.equal(answer.conversation_id, fixture.service.conversations[0]?.id);
    });

  for (const contentType of [
    undefined,
    'text/plain',
    'text/html',
    'application/json; charset=latin1',
    'application/problem+json',
  ])
    it(`goes by the content, not by its content type (${contentType ?? 'none'})`, async () => {
      fixture.service.misbehave('loadSettings', mislabels(contentType));
      assert.equal((await fixture.connect().loadSettings())['language'], 'en');
    });

  it('accepts a byte order mark and whitespace', async () => {
    const type = { 'content-type': 'application/json' };
    fixture.service.misbehave('loadSettings', answers(200, '\ufeff\r\n {"llm_api_key_set":true}\n\n', type));
    assert.deepEqual(await fixture.connect().loadSettings(), { llm_api_key_set: true });
  });

  it("doesn't let a name in the response reach a prototype", async () => {
    const text =
      '{"llm_api_key_set":true,"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"mcp_config":{"__proto__":{"polluted":1}}}';
    fixture.service.misbehave('loadSettings', answers(200, text));
    const settings = await fixture.connect().loadSettings();
    assert.deepEqual(
      [{}, settings, settings.mcp_config].map((record) => (record as Record<string, unknown>)['polluted']),
      [undefined, undefined, undefined],
    );
    assert.equal(Object.getPrototypeOf(settings), Object.prototype);
  });

  it('skips interim responses', async () => {
    const interim = fault(async (call) => {
      call.outgoing.writeProcessing();
      await new Promise<void>((resolve) =>
        call.outgoing.writeEarlyHints({ link: '</a>; rel=preload' }, () => resolve()),
      );
      call.send(call.perform());
    });
    fixture.service.misbehave('any', interim, { times: 2 });
    const client = fixture.connect();
    assert.equal((await client.loadSettings())['language'], 'en');
    assert.equal((await startOn(client, {})).status, 'ok');
  });
});
