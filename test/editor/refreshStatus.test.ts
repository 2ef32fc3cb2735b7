import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Conversation } from '../../src/conversations/conversation';
import { isUnanswered, isUnknown } from '../../src/conversations/reportedStatus';
import { refreshConversations, refreshStatus } from '../../src/conversations/vscode/refreshStatus';
import { explain, isCancellation } from '../../src/start/vscode/explain';
import { copyConversationLink } from '../../src/conversations/vscode/conversationActions';
import { answers, drops, type Fault, holds } from '../service/faults';
import { newerServer } from '../service/realServers';
import { sampleSettings } from '../service/sampleSettings';
import { startService } from '../service/service';
import { addressOf } from '../support/addressOf';
import { ServiceMemory } from '../../src/service/serviceMemory';
import { oneMachine } from '../support/oneMachine';
import { SkippingClock } from '../support/clocks';
import { DrivenWindow } from '../support/drivenWindow';
import { RecordedActions } from '../support/recordedActions';
import { marked } from '../support/markedSecrets';
import { conversation } from '../support/histories';
import { RecordedMessages } from '../support/recordedMessages';
import { replaced } from '../support/replaced';
import { setServiceUrl } from '../support/setSetting';
import { CanceledProgress } from '../support/canceledProgress';
import { StartBench } from '../support/startBench';
import { freeAddress } from '../support/freeAddress';

describe('Refreshing the status', () => {
  let bench: StartBench;
  let messages: RecordedMessages;
  const row = () => bench.history.conversations[0] ?? assert.fail('nothing was started');
  const id = () => row().conversationId ?? '';
  const refresh = () => refreshStatus(bench.ports, { id: row().id });
  const asked = () => bench.service.requests.filter(({ operation }) => operation === 'conversation');

  beforeEach(async () => {
    bench = await StartBench.open();
    await bench.receive({ initial_user_msg: 'Fix it', repository: null });
    messages = new RecordedMessages('Open in Browser');
  });

  afterEach(async () => {
    messages.dispose();
    await bench.dispose();
  });

  it('says that a start has failed, if that became known since a notification offered to ask for it', async () => {
    const failed = conversation('failed', { outcome: 'notStarted', request: { initial_user_msg: 'Test it' } });
    await bench.history.add(failed);
    await refreshStatus(bench.ports, { id: failed.id });
    assert.deepEqual([messages.inStatusBar, asked()], [['$(check) Status of "Test it": Not started'], []]);
  });

  it('asks once for each click, and says each state as it is reported', async () => {
    assert.equal(row().runtimeStatus, undefined, 'nothing but the start was answered');
    for (const [words, status, runtimeStatus] of [
      ['Starting', 'STARTING', ''],
      ['Running', 'RUNNING', 'STATUS$READY'],
      ['Stopped', 'STOPPED', ''],
    ] as const) {
      const before = asked().length;
      await refresh();
      assert.equal(asked().length, before + 1);
      assert.partialDeepStrictEqual(row(), { status, runtimeStatus });
      assert.equal(messages.inStatusBar.at(-1), `$(check) Status of "Fix it": ${words}`);
      bench.service.advance(id());
    }
    assert.ok(row().endedAt !== undefined && row().endedAt === row().reportedAt);
    assert.ok(row().lookedAt! >= row().endedAt!, 'it has been seen');
    assert.deepEqual(bench.ended, [{ id: row().id, state: 'ended' }]);
    assert.ok(bench.ended.every(Object.isFrozen));
    assert.deepEqual(messages.said, []);
    const headers = asked().map(({ method, path, headers: sent }) => [method, path, sent['x-session-api-key']]);
    assert.deepEqual(
      new Set(headers.map(String)),
      new Set([`GET,/api/conversations/${id()},${marked('session-key')}`]),
    );
  });

  it('says of a service that cannot be asked that it cannot, and leads to the page', async () => {
    const before = row();
    bench.service.misbehave('conversation', newerServer.conversation, { times: Infinity });
    using actions = new RecordedActions();
    await refresh();
    const sentence = `${bench.origin} doesn't provide conversation status. Open the conversation in the browser to see it. If the service was updated, select Refresh Settings.`;
    assert.deepEqual(messages.said, [JSON.stringify([sentence, 'Open in Browser', 'Refresh Settings'])]);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(actions.done, [`agentConversations.openConversation ${JSON.stringify({ id: row().id })}`]);
    assert.equal(row(), before, 'nothing was reported');
    assert.equal(asked().length, 1);
  });

  it('says that a service does not know the conversation, which is shown, until it is known again', async () => {
    bench.service.misbehave('conversation', answers(200, 'null', { 'content-type': 'application/json' }));
    using _ = new RecordedActions();
    await refresh();
    assert.match(
      messages.said.join(),
      /127\.0\.0\.1:\d+ doesn't know the conversation \\"Fix it\\"\. It may have been deleted\./,
    );
    assert.ok(isUnknown(row()));
    await refresh();
    assert.ok(!isUnknown(row()) && row().status === 'STARTING');
  });

  const passing: readonly (readonly [string, Fault, RegExp, requests?: number])[] = [
    ['the session key', answers(401, { detail: 'Unauthorized' }), /rejected the session key/],
    ['400', answers(400, { detail: 'Conversation ID is too long' }), /rejected the request\. Response: Conv/],
    ['a lost connection', drops('afterBody'), /connection to .* was lost/, 2],
  ];
  for (const [what, fault, sentence, requests = 1] of passing)
    it(`fails in a sentence, after one question, and keeps what is known, as not refreshed: ${what}`, async () => {
      const before = row();
      bench.service.misbehave('conversation', fault, { times: requests });
      const error: unknown = await refresh().catch((reason: unknown) => reason);
      assert.match(explain(error).sentence, sentence);
      const { unansweredAt, ...kept } = row();
      assert.deepEqual([kept, asked().length, messages.said], [before, requests, []]);
      assert.ok(unansweredAt !== undefined && isUnanswered(row()));
      await refresh();
      assert.ok(!isUnanswered(row()));
    });

  it("asks nothing for a conversation that hasn't started", async () => {
    bench.service.misbehave('startConversation', answers(400, { message: 'No' }));
    await assert.rejects(bench.receive({ initial_user_msg: 'Not this' }));
    assert.equal(row().outcome, 'notStarted');
    await refresh();
    assert.deepEqual(asked(), []);
  });

  it('asks the service of the conversation with the key of its origin, whichever is set now', async () => {
    const other = await startService({ sessionKey: marked('other-key'), settings: sampleSettings });
    try {
      await bench.keys.set(new URL(other.url).origin, marked('other-key'));
      await setServiceUrl(other.url);
      await refresh();
      assert.deepEqual(other.requests, []);
      assert.deepEqual(
        asked().map(({ headers }) => headers['x-session-api-key']),
        [marked('session-key')],
      );
      assert.equal(row().runtimeStatus, '');
    } finally {
      await setServiceUrl(bench.service.url);
      await other.close();
    }
  });
});

describe('Refresh All Conversations', () => {
  let bench: StartBench;
  let messages: RecordedMessages;

  async function openOn(api: 'v0' | 'v1', starts = 2): Promise<void> {
    bench = await StartBench.open({ api, clock: new SkippingClock() });
    if (api === 'v1') bench.service.startTasks.goThrough('READY');
    for (let start = 0; start < starts; start++)
      await bench.receive({ initial_user_msg: `Fix ${start}`, repository: null });
    messages = new RecordedMessages();
  }

  afterEach(async () => {
    messages.dispose();
    await bench.dispose();
  });

  const asked = () =>
    bench.service.requests.filter(({ operation, method }) => operation === 'conversation' && method === 'GET');

  it('asks for all of a service at once, and shows what it reports', async () => {
    await openOn('v1');
    const [newest, oldest] = bench.history.conversations.map(({ conversationId }) => conversationId ?? '');
    bench.service.startTasks.report(newest ?? '', { sandbox: 'RUNNING', execution: 'running' });
    bench.service.startTasks.report(oldest ?? '', { sandbox: 'RUNNING', execution: 'finished' });
    const before = asked().length;
    await refreshConversations(bench.ports);
    assert.equal(asked().length, before + 1);
    assert.deepEqual(
      bench.history.conversations.map(({ status }) => status),
      ['RUNNING', 'FINISHED'],
    );
    assert.deepEqual(messages.said, []);
  });

  it('asks for each of a service whose API has no question for several', async () => {
    await openOn('v0');
    await refreshConversations(bench.ports);
    assert.equal(asked().length, 2);
  });

  for (const [starts, words] of [
    [1, '1 conversation'],
    [2, '2 conversations'],
    [51, '50 conversations'],
  ] as const)
    it(`says how many it has asked for, of ${starts}: ${words}`, async () => {
      await openOn('v1', Math.min(starts, 2));
      const [one = assert.fail('nothing was started')] = bench.history.conversations;
      for (let start = 2; start < starts; start++) {
        const conversationId = `c52e55b080f04d96b1dc92fa4fefb${100 + start}`;
        await bench.history.add({ ...one, id: `old-${start}`, conversationId, sentAt: one.sentAt - start });
      }
      await refreshConversations(bench.ports);
      assert.deepEqual(messages.inStatusBar, [`$(check) Refreshed ${words} on ${new URL(bench.origin).host}`]);
    });

  it("says so if the service can't be asked", async () => {
    await openOn('v0', 1);
    bench.service.misbehave('conversation', answers(404, { detail: 'Not Found' }));
    await refreshConversations(bench.ports);
    const sentence = `${bench.origin} doesn't provide conversation status. If the service was updated, select Refresh Settings.`;
    assert.deepEqual(messages.said, [JSON.stringify([sentence, 'Open in Browser', 'Refresh Settings'])]);
  });

  it('says that it leaves out a conversation of the API that the service had before, whose id has another form', async () => {
    await openOn('v1', 1);
    const [known = assert.fail('nothing was started')] = bench.history.conversations;
    await bench.history.add({
      ...known,
      id: 'older',
      api: 'v0',
      conversationId: 'my-own-id',
      sentAt: known.sentAt - 1,
    });
    bench.service.startTasks.report(known.conversationId ?? '', { sandbox: 'RUNNING', execution: 'finished' });
    await refreshConversations(bench.ports);
    assert.deepEqual(
      bench.history.conversations.map(({ status }) => status),
      ['FINISHED', undefined],
    );
    await bench.history.remove(known.id);
    const before = asked().length;
    messages.inStatusBar.length = 0;
    await refreshConversations(bench.ports);
    await refreshStatus(bench.ports, { id: 'older' });
    await bench.history.add({ ...known, id: 'oldest', api: 'v0', conversationId: 'my-first-id', sentAt: 1 });
    await refreshConversations(bench.ports);
    const one = `${bench.origin} no longer has the API with which this conversation was started, so it can't be asked for the status. Open the conversation in the browser to see it.`;
    const two = `${bench.origin} no longer has the API with which these conversations were started, so it can't be asked for their status. Open the service in the browser to see it.`;
    assert.deepEqual(
      messages.said.map((said) => JSON.parse(said) as unknown),
      [
        [one, 'Open in Browser'],
        [one, 'Open in Browser'],
        [one, 'Open in Browser'],
        [two, 'Open Service in Browser'],
      ],
    );
    assert.deepEqual([asked().length, messages.inStatusBar], [before, []]);
  });

  it("asks the other services although one can't be asked, which is said", async () => {
    await openOn('v0', 1);
    const [known = assert.fail('nothing was started')] = bench.history.conversations;
    const gone = await freeAddress();
    await bench.keys.set(gone, 'key');
    await bench.history.add({ ...known, id: 'gone', baseUrl: gone, sentAt: known.sentAt + 1 });
    const reported: unknown[] = [];
    const report = (error: unknown) => Promise.resolve(void reported.push(error));
    await refreshConversations({ ...bench.ports, report });
    const isAsked = ({ reportedAt = 0, unansweredAt = 0 }: Conversation) => reportedAt > unansweredAt;
    assert.deepEqual(bench.history.conversations.map(isAsked), [false, true]);
    assert.deepEqual([asked().length, reported.length], [1, 1]);
  });

  describe('of a service without a key', () => {
    /** @returns the number of boxes that ask for a key, and what is said in the status bar */
    async function refresh(): Promise<readonly unknown[]> {
      let boxes = 0;
      messages.inStatusBar.length = 0;
      using window = new DrivenWindow();
      window.typed = () => (boxes++, undefined);
      await refreshConversations(bench.ports);
      return [boxes, [...messages.inStatusBar]];
    }

    const notRefreshed = (url: string) => `$(info) Not refreshed: no session key is saved for ${new URL(url).host}`;

    it("doesn't ask for it if that service isn't set now: it may have been forgotten", async () => {
      await openOn('v0', 1);
      const [known = assert.fail('nothing was started')] = bench.history.conversations;
      const other = 'https://agents.example';
      await bench.history.add({ ...known, id: 'other', baseUrl: other, sentAt: known.sentAt + 1 });
      const { service } = bench.ports;
      const connect = service.connect.bind(service);
      let connections = 0;
      using _ = replaced(service, { connect: (baseUrl?: string) => (connections++, connect(baseUrl)) });
      const refreshed = `$(check) Refreshed 1 conversation on ${new URL(bench.origin).host}`;
      assert.deepEqual(await refresh(), [0, [notRefreshed(other), refreshed]]);
      assert.deepEqual([asked().length, connections], [1, 1]);
      assert.deepEqual(bench.history.conversations.map(isUnanswered), [true, false]);
      await bench.history.remove(known.id);
      assert.deepEqual(await refresh(), [0, [notRefreshed(other)]]);
    });

    it('asks for that of the one that is set now, unless it was forgotten', async () => {
      await openOn('v0', 1);
      await bench.keys.clear(bench.origin);
      assert.deepEqual(await refresh(), [1, []]);
      await new ServiceMemory(bench.ports.state, oneMachine).forget(addressOf(bench.service.url));
      assert.deepEqual(await refresh(), [0, [notRefreshed(bench.origin)]]);
      assert.deepEqual(bench.history.conversations.map(isUnanswered), [true]);
    });
  });

  it('can be canceled, which keeps what is known', async () => {
    await openOn('v0', 1);
    const before = bench.history.conversations;
    const reported: unknown[] = [];
    const report = (error: unknown) => Promise.resolve(void reported.push(error));
    bench.service.misbehave('conversation', holds());
    using _ = new CanceledProgress();
    await refreshConversations({ ...bench.ports, report });
    assert.deepEqual(reported.map(isCancellation), [true]);
    assert.deepEqual(bench.history.conversations, before);
  });

  it('asks nothing if there is nothing to ask for', async () => {
    await openOn('v0', 0);
    const over = { conversationId: 'c', status: 'STOPPED', endedAt: 1, baseUrl: bench.origin } as const;
    await bench.history.add(conversation('over', over));
    await refreshConversations(bench.ports);
    assert.deepEqual([bench.service.requests.length, messages.said], [0, []]);
    assert.deepEqual(messages.inStatusBar, ['$(check) No conversation has a status that could change']);
    await bench.history.remove('over');
    await refreshStatus(bench.ports);
    assert.match(messages.said.join(), /No conversation is available for this command yet\./);
  });

  it('leaves the page of a conversation to Copy Conversation Link', async () => {
    await openOn('v0', 1);
    const [{ id, conversationId } = { id: '' }] = bench.history.conversations;
    await copyConversationLink(bench.ports, { id });
    assert.equal(await vscode.env.clipboard.readText(), `${bench.origin}/conversations/${conversationId}`);
  });
});
