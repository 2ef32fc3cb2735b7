import assert from 'node:assert/strict';
import { Slot } from '../../../src/base/common/lifecycle';

describe('a slot', () => {
  const thing = (name: string, gone: string[]) => ({ dispose: () => gone.push(name) });

  it('disposes of what was there when something else comes', () => {
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

  it('may be filled anew by what it disposes of', () => {
    const gone: string[] = [];
    const slot = new Slot();
    slot.put({ dispose: () => slot.put(thing('late', gone)) });
    slot.dispose();
    slot.dispose();
    assert.deepEqual(gone, ['late']);
  });
});
