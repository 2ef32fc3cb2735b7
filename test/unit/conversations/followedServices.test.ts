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

  it('are remembered for all windows, by scheme, host and port', async () => {
    await open().add(remote);
    const other = open();
    assert.deepEqual(await other.origins(), [remote]);
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
    assert.deepEqual(await open().origins(), [local]);
    await followed.remove(local);
    assert.ok(open().isEmpty);
    const before = changes;
    await followed.remove(local);
    assert.equal(changes, before, 'nothing is followed that could end');
  });

  it('stay agreed to while they are paused, until the user ends it', async () => {
    const followed = open();
    await followed.add(remote);
    await followed.pause(remote);
    assert.deepEqual([followed.isEmpty, await followed.has(remote), await open().agreed()], [true, false, [remote]]);
    await followed.remove(remote);
    assert.deepEqual(await open().agreed(), []);
  });

  it('are followed again when they are resumed, unless the user has ended it', async () => {
    const followed = open();
    await followed.add(remote);
    await followed.pause(remote);
    await followed.resume(remote);
    assert.deepEqual([await followed.origins(), changes], [[remote], 3]);
    await followed.remove(remote);
    await followed.resume(remote);
    assert.deepEqual(await followed.origins(), []);
  });

  it('belong to one machine where the address is another service on each', async () => {
    await open('here').add(local);
    const there = open('there');
    assert.deepEqual([await there.has(local), await there.origins()], [false, []]);
    await there.add(local);
    assert.deepEqual(await open('here').origins(), [local]);
    await there.remove(local);
    assert.deepEqual(await open('here').origins(), [local]);
    await open('here').add(remote);
    assert.equal(await there.has(remote), true);
  });

  it('of such an address are none on a machine that cannot be told from others', async () => {
    await open('here').add(local);
    const lost = open(new Error('no nonce'));
    assert.deepEqual(await lost.origins(), []);
    await assert.rejects(lost.add(local), /no nonce/);
    await lost.remove(local);
    assert.deepEqual(await open('here').origins(), [local]);
    await lost.add(remote);
    assert.equal(await lost.has(remote), true);
  });

  it('hold against what another version has stored', async () => {
    for (const stored of ['yes', { service: remote }, [null, 5, {}]]) {
      await state.update('followedServices', stored);
      assert.deepEqual([open().isEmpty, await open().origins()], [true, []]);
    }
  });
});
