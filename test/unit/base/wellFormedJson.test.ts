import assert from 'node:assert/strict';
import fc from 'fast-check';
import { wellFormedJson } from '../../../src/base/json';

describe('the body of a request', () => {
  it('is one line for sending, and several for reading', () => {
    assert.equal(wellFormedJson({ repository: 'a/b' }), '{"repository":"a/b"}');
    assert.equal(wellFormedJson({ repository: 'a/b' }, 2), '{\n  "repository": "a/b"\n}');
  });

  it('is the same in both forms, in whole characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const message = `${text}\ud83d`;
        const whole = { initial_user_msg: message.toWellFormed() };
        for (const space of [undefined, 2])
          assert.deepEqual(JSON.parse(wellFormedJson({ initial_user_msg: message }, space)), whole);
      }),
    );
  });
});
