import assert from 'node:assert/strict';
import { DisposableStore, MutableDisposable } from '../../../src/base/lifecycle';

describe('a slot', () => {
  const thing = (name: string, gone: string[]) => ({ dispose: () => gone.push(name) });

  it('disposes of its content when something else is put in', () => {
    const gone: string[] = [];
    const slot = new MutableDisposable();
    const first = thing('first', gone);
    slot.value = first;
    slot.value = first;
    assert.deepEqual(gone, []);
    slot.value = thing('second', gone);
    assert.deepEqual(gone, ['first']);
    slot.dispose();
    slot.dispose();
    assert.deepEqual(gone, ['first', 'second']);
  });

  it('disposes at once of what is put in once it is disposed of', () => {
    const gone: string[] = [];
    const slot = new MutableDisposable();
    slot.dispose();
    slot.value = thing('late', gone);
    assert.deepEqual([gone, slot.value], [['late'], undefined]);
  });

  it('can be filled again by what it disposes of', () => {
    const gone: string[] = [];
    const slot = new MutableDisposable();
    slot.value = { dispose: () => (slot.value = thing('late', gone)) };
    slot.dispose();
    slot.dispose();
    assert.deepEqual(gone, ['late']);
  });
});

describe('a store', () => {
  it('disposes of each thing once, the last one first, and at once of what comes later', () => {
    const gone: string[] = [];
    const store = new DisposableStore();
    for (const name of ['first', 'second']) store.add({ dispose: () => gone.push(name) });
    store.dispose();
    store.dispose();
    store.add({ dispose: () => gone.push('late') });
    assert.deepEqual(gone, ['second', 'first', 'late']);
  });
});
