import assert from 'node:assert/strict';
import { once } from 'node:events';
import process from 'node:process';
import { type Beginning, beginWhen, Emitter } from '../../../src/base/event';

describe('an event', () => {
  it('is sent to every listener, as often as it subscribed, until it unsubscribes', () => {
    const emitter = new Emitter<number>();
    const told: string[] = [];
    const a = (value: number) => told.push(`a${value}`);
    const [first, second] = [emitter.event(a), emitter.event(a)];
    emitter.event((value) => told.push(`b${value}`));
    emitter.fire(1);
    first.dispose();
    emitter.fire(2);
    second.dispose();
    second.dispose();
    emitter.fire(3);
    emitter.dispose();
    emitter.fire(4);
    assert.deepEqual(told, ['a1', 'a1', 'b1', 'a2', 'b2', 'b3']);
  });

  it('is sent only to listeners that subscribed before it fired', () => {
    const emitter = new Emitter<void>();
    let late = 0;
    emitter.event(() => emitter.event(() => late++));
    emitter.fire();
    assert.equal(late, 0);
  });

  it('is no longer sent to a listener that another one unsubscribes', () => {
    const emitter = new Emitter<number>();
    const told: string[] = [];
    emitter.event(() => second.dispose());
    const second = emitter.event((value) => told.push(`second ${value}`));
    emitter.event((value) => {
      told.push(`third ${value}`);
      emitter.dispose();
    });
    emitter.event((value) => told.push(`fourth ${value}`));
    emitter.fire(1);
    assert.deepEqual(told, ['third 1']);
  });

  it('reaches the other listeners when one of them fails, and the failure stays uncaught', async () => {
    const emitter = new Emitter<void>();
    const failure = new Error('a listener fails');
    let told = 0;
    emitter.event(() => {
      throw failure;
    });
    emitter.event(() => told++);
    const before = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    try {
      const uncaught = once(process, 'uncaughtException');
      emitter.fire();
      assert.equal(told, 1);
      assert.equal((await uncaught)[0], failure);
    } finally {
      for (const listener of before) process.on('uncaughtException', listener);
    }
  });
});

describe('beginWhen', () => {
  const changed = new Emitter<number>();
  const other = new Emitter<void>();
  let isDue: boolean;
  let did: string[];
  const begin = (options: Partial<Beginning> = {}) =>
    beginWhen({
      isDue: () => isDue,
      triggers: [changed.event, other.event],
      begin: () => {
        did.push('begun');
        return Promise.resolve({ dispose: () => did.push('ended') });
      },
      onError: (error) => did.push(String(error)),
      ...options,
    });

  beforeEach(() => {
    isDue = false;
    did = [];
  });

  it('begins once, after any of the events', async () => {
    const beginning = begin();
    changed.fire(1);
    assert.deepEqual(did, []);
    isDue = true;
    assert.deepEqual(did, []);
    other.fire();
    changed.fire(2);
    assert.deepEqual(did, ['begun']);
    await Promise.resolve();
    beginning.dispose();
    assert.deepEqual(did, ['begun', 'ended']);
    changed.fire(3);
    assert.deepEqual(did, ['begun', 'ended']);
  });

  it('begins at once if it is due', async () => {
    isDue = true;
    const beginning = begin();
    assert.deepEqual(did, ['begun']);
    beginning.dispose();
    await Promise.resolve();
    assert.deepEqual(did, ['begun', 'ended'], 'it had begun meanwhile');
  });

  it("is tried again after the next event if it couldn't begin", async () => {
    isDue = true;
    let tries = 0;
    const beginning = begin({
      begin: () => Promise.resolve(++tries < 2 ? undefined : { dispose: () => did.push('ended') }),
    });
    await Promise.resolve();
    for (let i = 0; i < 3; i++) {
      changed.fire(i);
      await Promise.resolve();
    }
    assert.equal(tries, 2);
    beginning.dispose();
    assert.deepEqual(did, ['ended']);
  });

  it('is tried again if an event came while it found out that it cannot begin', async () => {
    isDue = true;
    const tries: PromiseWithResolvers<undefined>[] = [];
    const beginning = begin({
      begin: () => {
        const attempt = Promise.withResolvers<undefined>();
        tries.push(attempt);
        return attempt.promise;
      },
    });
    changed.fire(1);
    changed.fire(2);
    assert.equal(tries.length, 1);
    tries[0]?.resolve(undefined);
    await Promise.resolve();
    assert.equal(tries.length, 2);
    tries[1]?.resolve(undefined);
    await Promise.resolve();
    assert.equal(tries.length, 2, 'no event came meanwhile');
    beginning.dispose();
  });

  it('reports an error once', async () => {
    isDue = true;
    begin({ begin: () => Promise.reject(new Error('no')) });
    await Promise.resolve();
    await Promise.resolve();
    changed.fire(1);
    await Promise.resolve();
    assert.deepEqual(did, ['Error: no']);
  });
});
