import assert from 'node:assert/strict';
import fc from 'fast-check';
import { bodyOf } from '../../../src/domain/bodyOf';

describe('the body of a request', () => {
  it('is one line to be sent, and many to be read', () => {
    assert.equal(bodyOf({ repository: 'a/b' }), '{"repository":"a/b"}');
    assert.equal(bodyOf({ repository: 'a/b' }, 2), '{\n  "repository": "a/b"\n}');
  });

  it('says the same both ways, in whole characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const message = `${text}\ud83d`;
        const whole = { initial_user_msg: message.toWellFormed() };
        for (const space of [undefined, 2])
          assert.deepEqual(JSON.parse(bodyOf({ initial_user_msg: message }, space)), whole);
      }),
    );
  });
});
