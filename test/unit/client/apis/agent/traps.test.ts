import assert from 'node:assert/strict';
import type { Client } from '../../../../../src/client/client';
import { readConversations } from '../../../../service/agent/operations';
import { answers, delays } from '../../../../service/faults';
import { startOn } from '../../../../support/startOn';
import { describeClients, useService } from '../../fixture';

const id = '0b7f5b0e7a314a579f5e3d1f6a0c1a11';
const [request, second] = [{ conversation_id: id, initial_user_msg: 'Fix it' }, 1_000];

const expectedOperations =
  'answers,close,confirmation,loadSettings,messages,prepare,startConversation,startForm,status';

// The other traps, by their numbers in the service's README, are in the tests beside this one and in the editor layer.
describeClients('what surprises in an agent server', (httpClient) => {
  const fixture = useService({ httpClient, api: 'agent' });
  const connect = (more = {}) => fixture.connect({ api: 'agent', ...more });
  const agents = () => fixture.service.agents;
  /** States of a conversation that changed so many seconds after its creation. */
  const ages = [
    [2, 'STARTING'],
    [60, 'IDLE'],
  ] as const;
  /** The answer about a conversation that has just changed, this long after its creation. */
  const answerAfter = (seconds: number) => {
    agents().now = () => Date.now() + seconds * second;
    agents().report(id, 'idle');
    return readConversations([id], agents()).body.toString();
  };
  const stateOf = async (client: Client) => (await client.status.conversations([id]))[0]?.status;

  it('trap 1: an accepted start is idle for a moment, which does not mean that it waits for the user', async () => {
    await startOn(connect(), request);
    assert.equal(agents().get(id)?.status, 'idle');
    assert.equal(await stateOf(connect()), 'STARTING');
  });

  it('traps 1 and 11: each event moves the time of the last change, which tells nothing but how long it has run', async () => {
    await startOn(connect(), request);
    for (const [seconds, status] of [
      [4, 'STARTING'],
      [60, 'IDLE'],
      [7200, 'IDLE'],
    ] as const) {
      agents().now = () => Date.now() + seconds * second;
      agents().report(id, 'idle');
      assert.equal(await stateOf(connect()), status);
    }
  });

  it('trap 11: the time of the last change has to do for the time of the answer if a proxy removes that', async () => {
    await startOn(connect(), request);
    for (const [seconds, status] of ages) {
      fixture.service.misbehave('conversation', answers(200, JSON.parse(answerAfter(seconds)), { date: '' }));
      assert.equal(await stateOf(connect()), status);
    }
  });

  for (const zone of ['America/Los_Angeles', 'Asia/Tokyo'])
    it(`trap 2: a time of creation without a zone is compared with that of the last change alone: ${zone}`, async () => {
      const before = process.env['TZ'];
      process.env['TZ'] = zone;
      try {
        await startOn(connect(), request);
        for (const [seconds, status] of ages) {
          const answer = answerAfter(seconds);
          const local = answer.replace(/(_at":"[^"]+)Z"/g, '$1"');
          assert.notEqual(local, answer);
          fixture.service.misbehave('conversation', answers(200, JSON.parse(local)));
          assert.equal(await stateOf(connect()), status);
        }
      } finally {
        if (before === undefined) delete process.env['TZ'];
        else process.env['TZ'] = before;
      }
    });

  it('trap 12: a message and a decision are answered after the command that runs, however short the timeout', async () => {
    await startOn(connect(), request);
    for (const operation of ['sendMessage', 'respondToAction'] as const)
      fixture.service.misbehave(operation, delays(400));
    const hurried = connect({ timeoutSeconds: 0.1 });
    await Promise.all([
      hurried.messages!.sendMessage(id, { initial_user_msg: 'Go on', run: false }),
      hurried.confirmation!.respondToAction(id, true),
    ]);
  });

  it('trap 13: a change or removal of an unknown conversation succeeds, so none is ever asked for', async () => {
    const client = connect();
    await startOn(client, request);
    await client.loadSettings();
    await stateOf(client);
    await client.answers!.newestEvents(id, ['MessageEvent']);
    await client.messages!.sendMessage(id, { initial_user_msg: 'Go on', run: true });
    await client.confirmation!.respondToAction(id, true);
    const methods = new Set(fixture.service.requests.map(({ method }) => method));
    assert.deepEqual([...methods].sort(), ['GET', 'POST']);
    // An operation that is added belongs above.
    assert.equal(Object.keys(client).sort().join(), expectedOperations);
  });
});
