import assert from 'node:assert/strict';
import type { Client } from '../../../../../src/client/client';
import { redacted, Redactor } from '../../../../../src/base/redactor';
import { ServiceError } from '../../../../../src/client/serviceError';
import { answers } from '../../../../service/faults';
import { exchange } from '../../../../service/v1/exchanges';
import { marked, markedIn } from '../../../../support/markedSecrets';
import { wholeOf } from '../../../../support/searchedPlaces';
import { describeClients, errorOf, useService } from '../../fixture';
import { startOn } from '../../../../support/startOn';
import { redactorOf } from '../../../../support/redactorOf';

const sessionKey = marked('session-key');
const ownKey = marked('own-key');
const ofWindow = marked('of-the-window');
/** The client knows these as secrets. A conversation's own key is one only in the answer that has it. */
const known = `${sessionKey} and ${ofWindow}`;
const everything = `${known} and ${ownKey}`;
const id = 'c52e55b080f04d96b1dc92fa4fefb39e';
const otherId = '0b7f5b0e7a314a579f5e3d1f6a0c1a19';

/** Names of the fields that may hold one of these secrets alone, because nothing reads them. */
const unread = ['conversation_url', 'agent_server_url', 'request'];

type Name = 'startConversation' | 'startTask' | 'conversation';

const calls: Readonly<Record<Name, (client: Client) => Promise<unknown>>> = {
  startConversation: (client) => startOn(client, { initial_user_msg: 'Hello' }),
  startTask: (client) => client.preparation!.startTask(id),
  conversation: (client) => client.status.conversations([id, otherId]),
};

const recordOf = (note: string) => {
  const { body } = exchange(note);
  return (Array.isArray(body) ? body[0] : body) as Readonly<Record<string, unknown>>;
};
const task = { ...recordOf('task +4'), id, app_conversation_id: otherId };
const failed = { ...task, status: 'ERROR', app_conversation_id: null };
const conversation = { ...recordOf('conversation'), id, session_api_key: ownKey, execution_status: 'running' };

/** The fields that are read, where what isn't known as a secret is shown. */
const readOfTask = ['id', 'status', 'detail', 'app_conversation_id'];

/** Answers with everything that a service knows planted in one of the fields. */
const answersOf: Readonly<Record<Name, readonly (readonly [string, unknown])[]>> = {
  startConversation: planted(task, readOfTask),
  startTask: [...planted(task, readOfTask), ...planted(failed, readOfTask)].map(([what, one]) => [what, [one]]),
  conversation: planted(conversation).flatMap(([what, one]) => [
    [what, [one, null]],
    // The key of one conversation in what is said about the other.
    [`${what} of the other`, [conversation, { ...one, id: otherId, session_api_key: null }]],
  ]),
};

function planted(record: object, read: readonly string[] = []): readonly (readonly [string, object])[] {
  return Object.entries(record).flatMap(([name, value]) => [
    [name, { ...record, [name]: read.includes(name) ? known : everything }] as const,
    [`${name}, in a record`, { ...record, [name]: { [everything]: everything } }] as const,
    [`${name}, in a list`, { ...record, [name]: [value, everything] }] as const,
    [`${name}, as a name`, { ...record, [everything]: value as unknown, [`${name}_x`]: everything }] as const,
  ]);
}

describeClients('secrets in answers of API V1', (httpClient) => {
  const fixture = useService({ httpClient, api: 'v1', sessionKey });
  const redactor = redactorOf(ofWindow);
  const connect = () => fixture.connect({ sessionKey, redactor });

  /** Everything that can be read from the outcome of a call. */
  async function textsOf(call: Promise<unknown>): Promise<string> {
    const outcome = await call.catch((error: unknown) => error);
    if (outcome instanceof Error) assert.ok(outcome instanceof ServiceError, String(outcome));
    return wholeOf(outcome);
  }

  for (const name of ['startConversation', 'startTask', 'conversation'] as const)
    it(`come out of no field of the answer to ${name}, whether it is read or not`, async () => {
      const client = connect();
      assert.ok(answersOf[name].length >= 40);
      for (const [where, answer] of answersOf[name]) {
        fixture.service.misbehave(name, answers(200, answer));
        const texts = await textsOf(calls[name](client));
        // States are in capitals.
        assert.doesNotMatch(texts, /mark7edx/i, where);
        assert.deepEqual(markedIn(texts), [], `${where}: ${texts}`);
        for (const part of ['127.0.0.1:9', ...unread]) assert.ok(!texts.includes(part), `${where}: ${texts}`);
      }
    });

  it('are known to the window once an answer had them, and withheld in it and in the next one', async () => {
    const [sandboxKey, startKey, taskKey] = [marked('sandbox-key'), marked('start-key'), marked('task-key')];
    const window = new Redactor();
    const client = fixture.connect({ sessionKey, redactor: window });
    fixture.service.misbehave('conversation', answers(200, [{ ...conversation, session_api_key: sandboxKey }]));
    await client.status.conversations([id]);
    fixture.service.misbehave('startConversation', answers(200, { ...task, session_api_key: startKey }));
    await startOn(client, { initial_user_msg: 'Hello' });
    for (const [key, own] of [
      [sandboxKey, null],
      [startKey, null],
      [taskKey, taskKey],
    ] as const) {
      const answer = { ...failed, session_api_key: own, detail: `No sandbox for ${key}` };
      fixture.service.misbehave('startTask', answers(200, [answer]));
      assert.equal((await client.preparation!.startTask(id))?.detail, redacted);
      assert.ok(!window.redact(`It was ${key}.`).includes(key));
    }
  });

  it('keep nothing else from being read if they, or a reason, are of another type, or one is an id', async () => {
    fixture.service.misbehave('startTask', answers(200, [{ ...failed, detail: { why: 'x' }, session_api_key: 5 }]));
    const { status, detail } = (await connect().preparation!.startTask(id)) ?? {};
    assert.deepEqual([status, detail], ['ERROR', undefined]);
    const odd = { ...conversation, session_api_key: 5, sandbox_id: sessionKey };
    fixture.service.misbehave('conversation', answers(200, [odd]));
    const [state] = await connect().status.conversations([id]);
    assert.deepEqual([state?.status, state?.sandbox_id], ['RUNNING', undefined]);
  });

  it('of an answer are no secrets of the window if they are shorter than eight characters, as everyday words are', async () => {
    const window = new Redactor();
    for (const key of ['startup', 'startups']) {
      fixture.service.misbehave('conversation', answers(200, [{ ...conversation, session_api_key: key }]));
      await fixture.connect({ sessionKey, redactor: window }).status.conversations([id]);
    }
    assert.deepEqual([window.redact('Press startup.'), window.redact('Press startups.')], ['Press startup.', redacted]);
  });

  it('make no id: one that repeats a secret is refused', async () => {
    for (const members of [{ id: sessionKey }, { app_conversation_id: `x-${sessionKey}` }])
      for (const name of ['startConversation', 'startTask'] as const) {
        const answer = { ...task, ...members };
        fixture.service.misbehave(name, answers(200, name === 'startTask' ? [answer] : answer));
        // The list has to be of the task that was asked for.
        const expected =
          name === 'startTask' && 'id' in members ? ['0.id', 'valid'] : [Object.keys(members)[0], 'free of secrets'];
        const { failure } = await errorOf(calls[name](connect()));
        assert.ok(failure.kind === 'unexpectedShape');
        assert.deepEqual([failure.field, failure.expected], expected);
      }
  });
});
