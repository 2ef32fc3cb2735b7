import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isPreparing, type Conversation } from '../../../src/conversations/conversation';
import { withChange } from '../../../src/conversations/mergeConversations';
import type { Client } from '../../../src/client/client';
import { apis } from '../../../src/client/apis/registry';
import { Emitter } from '../../../src/base/event';
import { systemFileEvents } from '../../../src/conversations/historyFiles';
import { DisposableStore } from '../../../src/base/lifecycle';
import { TemporaryFolder } from '../../host/temporaryFolder';
import { eventually } from '../../support/eventually';
import { openHistory } from '../../support/histories';
import { RecordingLog } from '../../support/recordingLog';
import { fakeClient } from '../../support/fakeClient';
import { PreparingClient, type Said } from '../../support/startFakes';
import type { StartResult } from '../../../src/conversations/acceptedStart';
import { resumeWaiting, type ResumePorts } from '../../../src/conversations/resumeWaiting';
import type { History } from '../../../src/conversations/history';

const address = { baseUrl: 'http://h', origin: 'http://h' } as never;
/** Processes: of a window that is gone, and of the windows of a test. */
const [gone, one, two] = ['here.100', 'here.1', 'here.2'];

/** A window without its interface, on a history that others share. */
class Window {
  readonly history: History;
  readonly client: PreparingClient;
  readonly log = new RecordingLog();
  readonly results: StartResult[] = [];
  readonly #store = new DisposableStore();
  readonly #ports: ResumePorts;
  readonly #happened = new Emitter<void>();
  /** Work for later: runs when a test says so. */
  readonly timers = new Set<() => void>();
  /** How often it wanted to take up a start: it connects at once when it does. */
  connects = 0;

  constructor(
    folder: string,
    own: string,
    alive: ReadonlySet<string>,
    script: readonly Said[],
    more: {
      readonly client?: Client;
      readonly began?: number;
      readonly isReady?: boolean;
      readonly later?: number;
    } = {},
  ) {
    this.history = this.#store.add(openHistory(folder, this.log, { fileEvents: systemFileEvents }));
    this.client = new PreparingClient([], script);
    this.history.onDidChange(() => setImmediate(() => this.#happened.fire()));
    const client = more.client ?? fakeClient({ status: this.client, preparation: this.client });
    const after = (_: number, work: () => void) => {
      // One of its own: the same work may be set again before the last timer of it is disposed of.
      const run = () => work();
      this.timers.add(run);
      // Not at once: a look that sets the next timer would have no end.
      setImmediate(() => this.#happened.fire());
      return { dispose: () => this.timers.delete(run) };
    };
    this.#ports = {
      service: {
        connect: () => {
          this.connects++;
          return Promise.resolve(
            more.isReady === false
              ? { kind: 'noKey', address }
              : { kind: 'ready', address, client, api: apis.v1, timeoutSeconds: 10 },
          );
        },
      },
      history: this.history,
      log: this.log,
      clock: { now: () => Date.now() + (more.later ?? 0), after },
      processes: { own, began: more.began ?? 0, hasEnded: (process) => !alive.has(process) },
      show: (result) => {
        this.results.push(result);
        this.#happened.fire();
      },
    };
  }

  async open(): Promise<void> {
    await this.history.load();
    this.#store.add(resumeWaiting(this.#ports));
  }

  /** Lets the next timers run until something is true. */
  async until(isDone: () => boolean): Promise<void> {
    const hasHappened = () => {
      for (const run of [...this.timers]) {
        this.timers.delete(run);
        run();
      }
      return isDone();
    };
    await eventually('what the window does', hasHappened, this.#happened.event, 20_000);
  }

  close(): void {
    this.#store.dispose();
  }
}

describe('a start that was being prepared when its window was closed', () => {
  let folder: string;
  let alive: Set<string>;
  const windows: Window[] = [];
  const preparing: Partial<Conversation> = {
    outcome: 'preparing',
    taskId: 't1',
    stage: 'WORKING',
    stageAt: Date.now(),
  };

  beforeEach(async () => {
    folder = new TemporaryFolder('taken-up').path;
    alive = new Set([one, two]);
    await remember('s1');
  });

  afterEach(() => {
    for (const window of windows.splice(0)) window.close();
  });

  async function remember(id: string, more: Partial<Conversation> = {}): Promise<void> {
    const history = openHistory(folder);
    const sent = {
      id,
      baseUrl: 'http://h',
      api: 'v1',
      request: {},
      outcome: 'sending',
      sentAt: 5,
      deadline: 6,
    } as const;
    const begun: Conversation = { ...sent, sender: gone, proposedId: 'p1', ...more };
    const change = { ...preparing, ...(more.stageAt !== undefined && { stageAt: more.stageAt }) };
    // Written at once: a window that read it before the change would take it for a start that was interrupted.
    await history.add(withChange(begun, change, Date.now()));
    history.dispose();
  }

  async function open(...given: Parameters<typeof window>): Promise<Window> {
    const opened = window(...given);
    await opened.open();
    return opened;
  }

  function window(own: string, script: readonly Said[], more = {}): Window {
    const created = new Window(folder, own, alive, script, more);
    windows.push(created);
    return created;
  }

  it('is waited for by the next window, which saves the outcome and shows it once', async () => {
    const next = await open(one, ['RUNNING_SETUP_SCRIPT', 'READY']);
    await next.until(() => next.results.length > 0);
    assert.deepEqual([next.results.map(({ outcome }) => outcome), next.client.asked], [['started'], ['t1', 't1']]);
    assert.deepEqual(next.client.requests, [], 'nothing is sent again');
    const other = await open(two, ['READY']);
    const { outcome, conversationId } = other.history.get('s1')!;
    assert.deepEqual([outcome, conversationId, other.client.asked, other.timers.size], ['started', 'c1', [], 0]);
  });

  it('is waited for by one of two windows that open at the same moment', async () => {
    const both = [window(one, ['READY']), window(two, ['READY'])];
    await Promise.all(both.map(({ history }) => history.load()));
    await Promise.all(both.map((each) => each.open()));
    const hasOutcome = ({ history }: Window) => history.get('s1')?.outcome === 'started';
    await Promise.all(both.map((each) => each.until(() => hasOutcome(each))));
    assert.equal(both.flatMap(({ client }) => client.asked).length, 1);
    const shown = () => both.flatMap(({ results }) => results).length;
    await Promise.race(both.map((each) => each.until(() => shown() > 0)));
    assert.equal(shown(), 1);
  });

  it('is left to the window that waits for it as long as that is there', async () => {
    alive.add(gone);
    const other = await open(one, ['READY']);
    assert.equal(other.timers.size, 1, 'it looks again');
    assert.deepEqual(other.client.asked, []);
    alive.delete(gone);
    await other.until(() => other.results.length > 0);
    assert.equal(other.results[0]?.outcome, 'started');
  });

  it('is taken up again when the window that took it up is closed, too', async () => {
    const first = await open(one, ['WORKING']);
    await first.until(() => first.client.asked.length > 2);
    first.close();
    await nextTurn();
    assert.equal(first.timers.size, 0, 'it asks nothing more');
    alive.delete(one);
    const next = await open(two, ['READY']);
    await next.until(() => next.results.length > 0);
    assert.deepEqual([first.results, next.results.length], [[], 1]);
  });

  it('is taken up later if a window ended when it had claimed it and not said so yet', async () => {
    const first = window(two, []);
    await first.history.load();
    const { promise: isClaimed, resolve: claimed } = Promise.withResolvers<unknown>();
    first.history.change = () => {
      claimed(undefined);
      return new Promise(() => undefined);
    };
    await first.open();
    await isClaimed;
    first.close();
    alive.delete(two);
    const next = await open(one, ['READY']);
    await next.until(() => next.connects > 1);
    assert.deepEqual(next.client.asked, []);
    const later = await open(one, ['READY'], { later: 12 * 60_000 });
    await later.until(() => later.results.length > 0);
    assert.equal(later.results[0]?.outcome, 'started');
  });

  it('is taken up by a process that has the id of the old one', async () => {
    alive.add(gone);
    const next = await open(gone, ['READY'], { began: 10 });
    await next.until(() => next.results.length > 0);
    assert.equal(next.results[0]?.outcome, 'started');
  });

  it('is taken up if nobody has waited for a while, although a process has the id of its window', async () => {
    alive.add(gone);
    await remember('old', { stageAt: Date.now() - 12 * 60_000 });
    const next = await open(one, ['READY']);
    await next.until(() => next.results.length > 0);
    const ids = next.results.map(({ id }) => id);
    assert.deepEqual(ids, ['old']);
  });

  it('is taken up once, however often the window looks, and so is another one that it hears of', async () => {
    const next = await open(one, ['READY']);
    for (const run of [...next.timers]) run();
    assert.equal(next.connects, 1);
    await next.until(() => next.results.length === 1 && next.timers.size === 0);
    await remember('s2');
    await eventually('the other one', () => next.history.get('s2') !== undefined, next.history.onDidChange);
    await next.until(() => next.results.length === 2);
  });

  it('is not taken up in the window that sent it', async () => {
    const same = await open(gone, ['READY'], { began: 1 });
    assert.deepEqual([same.connects, same.client.asked], [0, []]);
    assert.deepEqual([same.timers.size, isPreparing(same.history.get('s1')!)], [0, true]);
  });

  it('is not taken up after the user stopped waiting, or without a session key', async () => {
    const locked = await open(two, ['READY'], { isReady: false });
    await eventually(
      'the reason',
      () => locked.log.lines.some((line) => line.includes('noKey')),
      locked.log.onDidWrite,
    );
    assert.deepEqual([locked.client.asked, locked.history.get('s1')?.waiter], [[], undefined]);
    await locked.history.change('s1', { waiter: '' });
    const next = await open(one, ['READY']);
    assert.deepEqual([next.connects, next.client.asked, next.timers.size], [0, [], 0]);
  });

  it('is no longer asked for when it is removed', async () => {
    const next = await open(one, ['WORKING']);
    await next.until(() => next.client.asked.length > 0);
    await next.history.remove('s1');
    await nextTurn();
    assert.equal(next.timers.size, 0, 'it asks nothing more');
    assert.deepEqual(next.results, []);
  });

  it('is waited for again when its removal is undone', async () => {
    const next = await open(one, ['WORKING', 'READY']);
    await next.until(() => next.client.asked.length > 0);
    const removed = (await next.history.read('s1'))!;
    await next.history.remove('s1');
    await nextTurn();
    await next.history.add(removed);
    await next.until(() => next.results.length > 0);
    assert.equal(next.history.get('s1')?.outcome, 'started');
  });
});
