import assert from 'node:assert/strict';
import { once } from 'node:events';
import process from 'node:process';
import { Emitter } from '../../../src/base/event';

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
