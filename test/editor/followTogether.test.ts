import assert from 'node:assert/strict';
import { Emitter } from '../../src/base/event';
import { DisposableStore } from '../../src/base/lifecycle';
import { followConversation } from '../../src/conversations/vscode/conversationActions';
import { FollowedServices } from '../../src/conversations/vscode/followedServices';
import { followStatuses } from '../../src/conversations/vscode/statusFollower';
import { altersAnswer } from '../service/faults';
import { tooManyRequests } from '../service/realServers';
import { eventually } from '../support/eventually';
import { MemoryState } from '../support/memoryState';
import { oneMachine } from '../support/oneMachine';
import { RecordedMessages } from '../support/recordedMessages';
import { SkippingClock } from '../support/clocks';
import { StartBench } from '../support/startBench';

const focused = { state: { focused: true }, onDidChangeWindowState: new Emitter<void>().event };

describe('The status of conversations on a service of API V1', () => {
  const clock = new SkippingClock();
  let bench: StartBench;
  let store: DisposableStore;
  let followed: FollowedServices;
  let messages: RecordedMessages;
  let ids: readonly string[];

  const rowOf = (id: string) =>
    bench.history.conversations.find(({ conversationId }) => conversationId === id) ?? assert.fail(id);
  const report = (id: string, execution: string) =>
    bench.service.startTasks.report(id, { sandbox: 'RUNNING', execution });

  beforeEach(async () => {
    bench = await StartBench.open({ api: 'v1', clock });
    bench.service.startTasks.goThrough('READY');
    for (const task of [1, 2, 3]) await bench.receive({ initial_user_msg: `Task ${task}`, repository: null });
    ids = bench.history.conversations.map(({ conversationId = '' }) => conversationId).reverse();
    for (const id of ids) report(id, 'running');
    store = new DisposableStore();
    followed = store.add(new FollowedServices(new MemoryState(), oneMachine));
    messages = new RecordedMessages('Follow');
  });

  afterEach(async () => {
    store.dispose();
    messages.dispose();
    await bench.dispose();
  });

  const ports = () => ({ ...bench.ports, followed });
  /** The ids in each question for states. */
  const asked = () =>
    bench.service.requests
      .filter(({ method, operation }) => method === 'GET' && operation === 'conversation')
      .map(({ path }) => new URL(path, bench.origin).searchParams.getAll('ids').sort());
  const allRun = () =>
    eventually('all run', () => ids.every((id) => rowOf(id).status === 'RUNNING'), bench.history.onDidChange);
  const ends = () => messages.said.filter((words) => /has ended|no longer knows|waiting for you/.test(words));

  it('is agreed to with the address that is asked', async () => {
    await followConversation(ports(), { id: rowOf(ids[0]!).id });
    const address = `GET ${bench.origin}/api/v1/app-conversations with IDs of conversations`;
    assert.ok(messages.said.join().includes(address), messages.said.join());
    assert.equal(await followed.has(bench.origin), true);
  });

  it('is asked for with one request for all, says each end once, and nothing of the keys in the answer', async () => {
    const [first = '', second = '', third = ''] = ids;
    await followed.add(bench.origin);
    store.add(followStatuses(ports(), focused, clock));
    await allRun();
    assert.deepEqual(asked()[0], ids.toSorted());
    report(first, 'finished');
    report(second, 'waiting_for_confirmation');
    const withoutThird = altersAnswer((states) =>
      (states as readonly ({ readonly id: string } | null)[]).map((one) => (one?.id === third ? null : one)),
    );
    bench.service.misbehave('conversation', withoutThird, { times: Infinity });
    await eventually('three ends', () => ends().length >= 3, messages.onDidSay);
    report(second, 'error');
    await eventually('another end', () => ends().length >= 4, messages.onDidSay);
    const before = asked().length;
    await eventually('it goes on', () => asked().length > before + 3, bench.service.onDidReceive);
    assert.deepEqual(
      ends()
        .map((words) => words.replace(/","(?:Show|Review|Open).*/, ''))
        .sort(),
      [
        '["The conversation \\"Task 1\\" has ended. Its service reports: Finished.',
        '["The conversation \\"Task 2\\" is waiting for you. Its service reports: Agent error.',
        '["The conversation \\"Task 2\\" is waiting for you. Its service reports: Waiting for confirmation.',
        '["The service no longer knows the conversation \\"Task 3\\". It may have been deleted.',
      ],
    );
    assert.deepEqual(asked().at(-1), [first, second].sort(), 'what is gone is asked for no more');
    const kept = JSON.stringify([bench.history.conversations, bench.log.lines, messages.said]);
    assert.ok(kept.includes('WAITING_FOR_CONFIRMATION'), 'nothing was searched');
    assert.doesNotMatch(kept, /mark7edx/i);
  });

  it('is asked for only while the window has the focus, and as late as the service wants', async () => {
    const changed = new Emitter<void>();
    const window = { state: { focused: false }, onDidChangeWindowState: changed.event };
    bench.service.misbehave('conversation', tooManyRequests({ retryAfter: '600' }));
    await followed.add(bench.origin);
    store.add(followStatuses(ports(), window, clock));
    await bench.receive({ initial_user_msg: 'Task 4', repository: null });
    assert.deepEqual(asked(), []);
    const before = clock.now();
    window.state.focused = true;
    changed.fire();
    await allRun();
    assert.ok(clock.now() - before >= 600_000);
  });

  it("is asked for although one has an id that the service's API doesn't have", async () => {
    await bench.history.add({ ...rowOf(ids[0]!), id: 'old', conversationId: 'from-another-time' });
    const before = clock.now();
    await followed.add(bench.origin);
    store.add(followStatuses(ports(), focused, clock));
    await allRun();
    assert.ok(asked().every((some) => !some.includes('from-another-time')));
    await eventually('two more', () => asked().length >= 3, bench.service.onDidReceive);
    assert.ok(clock.now() - before >= 15_000, 'no sooner than without it');
    assert.equal(await followed.has(bench.origin), true);
  });
});
