import assert from 'node:assert/strict';
import { MutableDisposable } from '../../../src/base/lifecycle';

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
