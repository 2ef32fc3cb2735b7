import assert from 'node:assert/strict';
import { withMembers } from '../../../src/base/json';

const double = (_: string, member: unknown) => (typeof member === 'number' ? 2 * member : member);

describe('withMembers', () => {
  it('maps the members of a list and of a record', () => {
    assert.deepEqual(withMembers([1, 'a', 2], double), [2, 'a', 4]);
    assert.deepEqual(withMembers({ a: 1, b: 'b' }, double), { a: 2, b: 'b' });
  });

  it('leaves the value as it is, and returns it if nothing changes', () => {
    const record = { a: 1, b: ['b'] };
    withMembers(record, double);
    assert.deepEqual(record, { a: 1, b: ['b'] });
    for (const same of [{ b: ['b'] }, ['a'], {}, []]) assert.equal(withMembers(same, double), same);
  });

  it('maps a member whose name is that of the prototype', () => {
    const mapped = withMembers(JSON.parse('{"__proto__": 1, "a": {}}') as object, double);
    assert.deepEqual(Object.entries(mapped), [
      ['__proto__', 2],
      ['a', {}],
    ]);
    assert.equal(Object.getPrototypeOf(mapped), Object.prototype);
  });
});
