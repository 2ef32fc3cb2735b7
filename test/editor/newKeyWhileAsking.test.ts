import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { FollowedServices } from '../../src/conversations/vscode/followedServices';
import { followStatuses, type FollowPorts } from '../../src/conversations/vscode/statusFollower';
import { Emitter, type Event } from '../../src/base/event';
import { DisposableStore } from '../../src/base/lifecycle';
import { answers } from '../service/faults';
import { eventually } from '../support/eventually';
import { MemoryState } from '../support/memoryState';
import { oneMachine } from '../support/oneMachine';
import { SkippingClock } from '../support/clocks';
import { StartBench } from '../support/startBench';

describe('A new key while a followed service is asked', () => {
  let bench: StartBench;
  let store: DisposableStore;

  beforeEach(async () => {
    bench = await StartBench.open();
    store = new DisposableStore();
    await bench.receive({ initial_user_msg: 'Fix it' });
  });

  afterEach(async () => {
    store.dispose();
    await bench.dispose();
  });

  it('keeps the service followed when the former key is rejected', async () => {
    const followed = store.add(new FollowedServices(new MemoryState(), oneMachine));
    const changed = new Emitter<string>();
    const keys = { onDidChange: changed.event } as FollowPorts['keys'];
    const questions = () => bench.service.requests.filter(({ operation }) => operation === 'conversation').length;
    bench.service.misbehave('conversation', answers(401, { detail: 'Unauthorized' }));
    bench.service.onDidReceive(() => {
      if (questions() === 1) changed.fire(bench.origin);
    });
    const focused = { state: { focused: true }, onDidChangeWindowState: vscode.window.onDidChangeWindowState };
    store.add(followStatuses({ ...bench.ports, followed, keys }, focused, new SkippingClock()));
    await followed.add(bench.origin);
    const onRequest: Event<unknown> = (listener) => bench.service.onDidReceive(listener);
    await eventually('another question', () => questions() >= 2, onRequest);
    assert.equal(await followed.has(bench.origin), true);
  });
});
