import assert from 'node:assert/strict';
import { once } from 'node:events';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Conversation } from '../../src/conversations/conversation';
import { isUnanswered } from '../../src/conversations/reportedStatus';
import { followConversation, stopFollowing } from '../../src/conversations/vscode/conversationActions';
import { FollowedServices } from '../../src/conversations/vscode/followedServices';
import { followStatuses, type FollowPorts } from '../../src/conversations/vscode/statusFollower';
import { Emitter, type Event } from '../../src/base/event';
import { DisposableStore } from '../../src/base/lifecycle';
import { Machine } from '../../src/service/machine';
import type { Call } from '../service/call';
import { answers } from '../service/faults';
import { newerServer } from '../service/realServers';
import { eventually } from '../support/eventually';
import { MemoryState } from '../support/memoryState';
import { oneMachine } from '../support/oneMachine';
import { RecordedActions } from '../support/recordedActions';
import { RecordedMessages } from '../support/recordedMessages';
import { SkippingClock } from '../support/clocks';
import { StartBench } from '../support/startBench';

/** The focus of a window, as a test has it. */
class TestFocus {
  state = { focused: true };
  readonly #changed = new Emitter<{ readonly focused: boolean }>();
  readonly onDidChangeWindowState = this.#changed.event;

  set(focused: boolean): void {
    this.state = { focused };
    this.#changed.fire(this.state);
  }
}

describe('Following the status in a window', () => {
  let bench: StartBench;
  let store: DisposableStore;
  let messages: RecordedMessages;
  let focus: TestFocus;
  let followed: FollowedServices;
  let state: MemoryState;
  const row = (index = 0) => bench.history.conversations[index] ?? assert.fail('nothing was started');
  const asked = () => bench.service.requests.filter(({ operation }) => operation === 'conversation').length;
  const start = () => bench.receive({ initial_user_msg: 'Fix it' });
  const given = () => ({ id: row().id });
  const onRequest: Event<unknown> = (listener) => bench.service.onDidReceive(listener);

  beforeEach(async () => {
    bench = await StartBench.open();
    store = new DisposableStore();
    focus = new TestFocus();
    messages = new RecordedMessages('Follow');
    state = new MemoryState();
    followed = store.add(new FollowedServices(state, oneMachine));
    await start();
  });

  afterEach(async () => {
    store.dispose();
    messages.dispose();
    await bench.dispose();
  });

  const ports = () => ({ ...bench.ports, followed });

  function follow(more: Partial<FollowPorts> = {}, its = focus): void {
    store.add(followStatuses({ ...ports(), ...more }, its, new SkippingClock()));
  }

  const told = () => messages.said.filter((words) => !words.includes('Conversation started'));
  const until = (what: string, holds: (row: Conversation) => boolean) =>
    eventually(what, () => holds(row()), bench.history.onDidChange);
  const askedTimes = (times: number) => eventually(`${times} questions`, () => asked() >= times, onRequest);
  const said = (count: number) => eventually(`${count} messages`, () => told().length >= count, messages.onDidSay);
  /** Waits until the next question would have been asked: others are answered meanwhile, one after the other. */
  const quiet = async () => {
    const connection = await bench.ports.service.connect();
    assert.ok(connection.kind === 'ready');
    for (let time = 0; time < 5; time++) await connection.client.loadSettings();
  };

  it('sends nothing but what the interface has before the user agrees', async () => {
    follow();
    await start();
    focus.set(false);
    focus.set(true);
    await quiet();
    const kinds = new Set(bench.service.requests.map(({ method, path: at }) => `${method} ${at}`));
    assert.deepEqual([...kinds], ['POST /api/conversations', 'GET /api/settings']);
  });

  it('asks nothing if the user stops following while the connection is made', async () => {
    await followed.add(bench.origin);
    const { service } = bench.ports;
    const connected = Promise.withResolvers<unknown>();
    const connect = async (baseUrl?: string) => {
      await followed.remove(bench.origin);
      const connection = await service.connect(baseUrl);
      connected.resolve(undefined);
      return connection;
    };
    follow({ service: { connect } as FollowPorts['service'] });
    await connected.promise;
    await quiet();
    assert.equal(asked(), 0);
  });

  it('cancels a request when the window closes', async () => {
    await followed.add(bench.origin);
    const [reached, canceled] = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()];
    const answer = async ({ signal }: Call) => {
      reached.resolve(undefined);
      await once(signal, 'abort');
      canceled.resolve(undefined);
    };
    bench.service.misbehave('conversation', { name: 'waits until it is canceled', answer });
    follow();
    await reached.promise;
    store.dispose();
    await canceled.promise;
  });

  it('begins when the window gets the focus after the user has agreed in another one', async () => {
    const { onDidChangeWindowState } = vscode.window;
    Object.assign(vscode.window, { onDidChangeWindowState: focus.onDidChangeWindowState });
    const here = await bench.openWindow();
    try {
      const { state: shared, followed: known } = here.ports;
      const machine = new Machine(path.dirname(bench.draftFolder));
      await store.add(new FollowedServices(shared as vscode.Memento, machine)).add(bench.origin);
      const begun = Promise.withResolvers<readonly string[]>();
      known.origins = () => {
        begun.resolve([]);
        return begun.promise;
      };
      focus.set(true);
      await begun.promise;
    } finally {
      await here.close();
      Object.assign(vscode.window, { onDidChangeWindowState });
    }
  });

  it('is offered with each start until the service is followed', async () => {
    const { followed: its } = bench.ports;
    const offers = () => messages.said.filter((words) => words.includes('Conversation started')).at(-1);
    messages.dispose();
    messages = new RecordedMessages('Follow Status');
    using actions = new RecordedActions();
    await start();
    await eventually('it is said', () => messages.said.length > 0, messages.onDidSay);
    await quiet();
    assert.match(offers() ?? '', /"Open in Browser","Follow Status"\]$/);
    assert.deepEqual(actions.done, [`agentConversations.followConversation ${JSON.stringify({ id: row().id })}`]);
    await its.add(bench.origin);
    await start();
    await eventually('it is said again', () => messages.said.length > 1, messages.onDidSay);
    assert.match(offers() ?? '', /"Open in Browser"\]$/);
  });

  it('asks for agreement, saying what is asked, how often, and how to end it', async () => {
    await followConversation(ports(), given());
    const [question = ''] = told();
    for (const words of [
      `Follow the status of your conversations on ${bench.origin}?`,
      '"modal":true',
      'every 3 seconds during a start, then every 30, for up to a day',
      `GET ${bench.service.url}/api/conversations/ with IDs of conversations you started from this machine`,
      'and your session key',
      'To stop, run Agent: Stop Following',
    ])
      assert.ok(question.includes(words), question);
    assert.match(question, /"Don't Follow","Follow"\]$/, 'an Enter that is still held down does not agree');
    assert.equal(await followed.has(bench.origin), true);
    await followConversation(ports(), given());
    assert.equal(told().length, 1, 'it is asked once');
  });

  it('follows nothing when the user does not agree', async () => {
    messages.dispose();
    messages = new RecordedMessages();
    await followConversation(ports(), given());
    assert.equal(told().length, 1);
    assert.deepEqual(messages.inStatusBar, [`Not following the status on ${bench.origin}`]);
    assert.equal(await followed.has(bench.origin), false);
  });

  it('says once that a service cannot be asked, and asks no more until the next click', async () => {
    await start();
    bench.service.misbehave('conversation', newerServer.conversation, { times: Infinity });
    follow();
    await followed.add(bench.origin);
    await said(1);
    const sentence = `${bench.origin} doesn't provide conversation status, so it's no longer followed. To try again, select Follow Status. If the service was updated, select Refresh Settings.`;
    assert.deepEqual(told(), [JSON.stringify([sentence, 'Open in Browser', 'Refresh Settings'])]);
    focus.set(false);
    focus.set(true);
    await start();
    follow({}, new TestFocus());
    await quiet();
    assert.equal(asked(), 1);
    bench.service.behave();
    await followConversation(ports(), given());
    await askedTimes(3);
    assert.equal(told().length, 1, 'the user has agreed to it before');
  });

  it('says once that the key is rejected, and asks no more until the next click', async () => {
    const reported: string[] = [];
    const heard = new Emitter<void>();
    bench.service.misbehave('conversation', answers(401, { detail: 'Unauthorized' }));
    follow({
      report: (error, ...more) => {
        reported.push(String(error), ...more.map(({ label }) => label));
        heard.fire();
        return Promise.resolve();
      },
    });
    await followed.add(bench.origin);
    await eventually('it is reported', () => reported.length > 0, heard.event);
    assert.match(reported[0] ?? '', /rejected the session key\..* The status there is no longer followed\.$/);
    assert.deepEqual(reported.slice(1), ['Follow Status']);
    focus.set(true);
    await quiet();
    assert.equal(asked(), 1);
    assert.deepEqual([await followed.has(bench.origin), await followed.agreed()], [false, [bench.origin]]);
    await followConversation(ports(), given());
    await askedTimes(3);
    assert.equal(reported.length, 2);
    assert.deepEqual(told(), [], 'the user has agreed to it before');
  });

  it('goes on at once after a new key was saved, and not after the key was removed', async () => {
    const its = bench.ports.followed;
    const key = await bench.keys.get(bench.origin);
    bench.service.misbehave('conversation', answers(401, { detail: 'Unauthorized' }), { times: Infinity });
    follow({ followed: its });
    await its.add(bench.origin);
    while (await its.has(bench.origin)) await quiet();
    bench.service.behave();
    await Promise.all([new Promise((resolve) => bench.keys.onDidChange(resolve)), bench.keys.clear(bench.origin)]);
    for (let time = 0; time < 5; time++) await its.agreed();
    assert.equal(await its.has(bench.origin), false);
    await bench.keys.set(bench.origin, key ?? '');
    await askedTimes(2);
  });

  for (const [what, connect] of [
    ['the key is missing', () => Promise.resolve({ kind: 'noKey' })],
    ['the keyring is locked', () => Promise.reject(new Error('locked'))],
  ] as const)
    it(`shows that the status couldn't be refreshed while ${what}`, async () => {
      const { service } = bench.ports;
      let isBlocked = true;
      const through = (baseUrl?: string) => (isBlocked ? connect() : service.connect(baseUrl));
      follow({ service: { connect: through } as FollowPorts['service'] });
      await followed.add(bench.origin);
      await until('it is shown', isUnanswered);
      assert.equal(asked(), 0);
      isBlocked = false;
      await until('it was reported', (one) => one.runtimeStatus !== undefined && !isUnanswered(one));
      assert.deepEqual(told(), []);
    });

  it("stops asking once the user has ended it in another window, which this one isn't told of", async () => {
    follow();
    await followed.add(bench.origin);
    await askedTimes(2);
    await new FollowedServices(state, oneMachine).remove(bench.origin);
    const before = asked();
    for (const _ of [1, 2]) {
      await quiet();
      assert.ok(asked() <= before + 1, `${asked()} after ${before}`);
    }
    await stopFollowing(ports());
    assert.match(told().at(-1) ?? '', /You aren't following the status on any service\./);
  });
});
