import assert from 'node:assert/strict';
import { Slot } from '../../../src/base/lifecycle';

describe('a slot', () => {
  const thing = (name: string, gone: string[]) => ({ dispose: () => gone.push(name) });

  it('disposes of its content when something else is put in', () => {
    const gone: string[] = [];
    const slot = new Slot();
    const first = thing('first', gone);
    slot.put(first);
    slot.put(first);
    assert.deepEqual(gone, []);
    slot.put(thing('second', gone));
    assert.deepEqual(gone, ['first']);
    slot.dispose();
    slot.dispose();
    assert.deepEqual(gone, ['first', 'second']);
  });

  it('disposes at once of what is put in once it is disposed of', () => {
    const gone: string[] = [];
    const slot = new Slot();
    slot.dispose();
    slot.put(thing('late', gone));
    assert.deepEqual([gone, slot.current], [['late'], undefined]);
  });

  it('can be filled again by what it disposes of', () => {
    const gone: string[] = [];
    const slot = new Slot();
    slot.put({ dispose: () => slot.put(thing('late', gone)) });
    slot.dispose();
    slot.dispose();
    assert.deepEqual(gone, ['late']);
  });
});
