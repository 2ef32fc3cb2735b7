import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { FollowedServices } from '../../src/conversations/vscode/followedServices';
import { followStatuses, type FollowPorts } from '../../src/conversations/vscode/statusFollower';
import { ServiceMemory } from '../../src/service/serviceMemory';
import { Emitter } from '../../src/base/event';
import { DisposableStore } from '../../src/base/lifecycle';
import { answers } from '../service/faults';
import { eventually } from '../support/eventually';
import { MemoryState } from '../support/memoryState';
import { oneMachine } from '../support/oneMachine';
import { SkippingClock } from '../support/clocks';
import { StartBench } from '../support/startBench';

describe('What changes while a followed service is asked', () => {
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

  const focused = { state: { focused: true }, onDidChangeWindowState: vscode.window.onDidChangeWindowState };
  const questions = () => bench.service.requests.filter(({ operation }) => operation === 'conversation').length;
  const asked = (times: number) =>
    eventually(
      `${times} questions`,
      () => questions() >= times,
      (listener) => bench.service.onDidReceive(listener),
    );

  it('is a new key, and the service stays followed when the former one is rejected', async () => {
    const followed = store.add(new FollowedServices(new MemoryState(), oneMachine));
    const changed = new Emitter<string>();
    const keys = { onDidChange: changed.event } as FollowPorts['keys'];
    bench.service.misbehave('conversation', answers(401, { detail: 'Unauthorized' }));
    bench.service.onDidReceive(() => {
      if (questions() === 1) changed.fire(bench.origin);
    });
    store.add(followStatuses({ ...bench.ports, followed, keys }, focused, new SkippingClock()));
    await followed.add(bench.origin);
    await asked(2);
    assert.equal(await followed.has(bench.origin), true);
  });

  it('is the answer about an unverified certificate, after which it is asked without the pause after failures', async () => {
    const followed = store.add(new FollowedServices(new MemoryState(), oneMachine));
    const services = store.add(new ServiceMemory(new MemoryState(), oneMachine));
    const connect = (baseUrl?: string) =>
      services.isAgreed(bench.origin) ? bench.ports.service.connect(baseUrl) : Promise.resolve({ kind: 'unverified' });
    const service = { connect } as FollowPorts['service'];
    const paused = Promise.withResolvers<unknown>();
    // A minute later, its status is due.
    const now = () => Date.now() + 60_000;
    const clock = { now, after: () => (paused.resolve(undefined), { dispose: () => undefined }) };
    store.add(followStatuses({ ...bench.ports, followed, services, service }, focused, clock));
    await followed.add(bench.origin);
    await paused.promise;
    await services.agree(bench.origin);
    await asked(1);
  });
});
