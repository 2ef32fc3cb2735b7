import assert from 'node:assert/strict';
import { FollowedServices } from '../../../src/conversations/vscode/followedServices';
import { MemoryState } from '../../support/memoryState';

const remote = 'https://agents.example.com';
const local = 'http://localhost:3000';

/** A machine, by what is random about it; one that cannot be told from others rejects. */
const machine = (nonce: string | Error) => ({
  nonce: () => (nonce instanceof Error ? Promise.reject(nonce) : Promise.resolve(nonce)),
});

describe('the services that are followed', () => {
  let state: MemoryState;
  let changes: number;

  beforeEach(() => {
    state = new MemoryState();
    changes = 0;
  });

  function open(nonce: string | Error = 'here'): FollowedServices {
    const followed = new FollowedServices(state, machine(nonce));
    followed.onDidChange(() => changes++);
    return followed;
  }

  it('start empty', async () => {
    const followed = open();
    assert.deepEqual([followed.isEmpty, await followed.origins(), await followed.has(remote)], [true, [], false]);
  });

  it('are remembered for all windows, by scheme, host and port', async () => {
    await open().add(remote);
    const other = open();
    assert.deepEqual(await other.origins(), [{ origin: remote, isPaused: false }]);
    for (const origin of ['http://agents.example.com', `${remote}:8443`, 'https://agents.example.org'])
      assert.equal(await other.has(origin), false, origin);
    assert.equal(changes, 1);
  });

  it('stay once each, until the user ends it', async () => {
    const followed = open();
    await followed.add(remote);
    await followed.add(local);
    await followed.add(remote);
    assert.equal((await followed.origins()).length, 2);
    await followed.remove(remote);
    assert.deepEqual(await open().origins(), [{ origin: local, isPaused: false }]);
    await followed.remove(local);
    assert.ok(open().isEmpty);
  });

  for (const origin of [remote, local])
    it(`can be paused, and are followed again when the user wants it: ${origin}`, async () => {
      const followed = open();
      await followed.add(origin);
      await followed.pause(origin);
      await followed.pause(origin);
      assert.deepEqual(await open().origins(), [{ origin, isPaused: true }]);
      assert.deepEqual([changes, await followed.has(origin), await followed.asks(origin)], [2, true, false]);
      await followed.resume(origin);
      assert.equal(await followed.asks(origin), true);
      assert.deepEqual(await open().origins(), [{ origin, isPaused: false }]);
      await followed.pause(origin);
      await followed.add(origin);
      assert.deepEqual(await open().origins(), [{ origin, isPaused: false }]);
    });

  it('are not made by pausing, resuming or ending what is not followed', async () => {
    const followed = open();
    for (const change of ['pause', 'resume', 'remove'] as const) await followed[change](remote);
    assert.deepEqual([followed.isEmpty, changes], [true, 0]);
  });

  it('belong to one machine where the address is another service on each', async () => {
    await open('here').add(local);
    const there = open('there');
    assert.deepEqual([await there.has(local), await there.origins()], [false, []]);
    await there.add(local);
    await there.pause(local);
    assert.deepEqual(await open('here').origins(), [{ origin: local, isPaused: false }]);
    await there.remove(local);
    assert.deepEqual(await open('here').origins(), [{ origin: local, isPaused: false }]);
    await open('here').add(remote);
    assert.equal(await there.has(remote), true);
  });

  it('of such an address are none on a machine that cannot be told from others', async () => {
    await open('here').add(local);
    const lost = open(new Error('no nonce'));
    assert.deepEqual(await lost.origins(), []);
    await assert.rejects(lost.add(local), /no nonce/);
    await lost.add(remote);
    assert.equal(await lost.has(remote), true);
  });

  it('are silent from a minute after the first of several failed questions on, until one is answered', async () => {
    const followed = open();
    const told: unknown[] = [];
    followed.onDidChange(() => told.push(followed.silentSince(remote, 200_000)));
    for (const at of [100_000, 130_000, 159_999]) followed.noteQuestion(remote, false, at);
    assert.deepEqual(
      [followed.silentSince(remote, 159_999), followed.silentSince(remote, 160_000)],
      [undefined, 100_000],
    );
    assert.equal(followed.silentSince(local, 160_000), undefined);
    followed.noteQuestion(remote, false, 160_000);
    followed.noteQuestion(remote, true, 200_000);
    followed.noteQuestion(remote, true, 200_001);
    assert.deepEqual(told, [100_000, undefined]);
    followed.noteQuestion(remote, false, 300_000);
    await followed.add(remote);
    assert.equal(followed.silentSince(remote, 400_000), undefined, 'the user wants it to be asked again');
  });

  it('count silence from now on when the clock was set back', () => {
    const followed = open();
    for (const at of [900_000, 100_000, 130_000]) followed.noteQuestion(remote, false, at);
    assert.equal(followed.silentSince(remote, 160_000), 100_000);
  });

  it('hold against what another version has stored', async () => {
    for (const stored of ['yes', { service: remote }, [null, 5, {}, { service: 5, isPaused: false }]]) {
      await state.update('followedServices', stored);
      assert.deepEqual([open().isEmpty, await open().origins()], [true, []]);
    }
    await state.update('followedServices', [{ service: remote, isPaused: false, since: 5 }]);
    assert.equal(await open().has(remote), true);
  });
});
