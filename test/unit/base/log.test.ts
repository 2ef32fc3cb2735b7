import assert from 'node:assert/strict';
import { causeOf, errorName } from '../../../src/base/log';

describe('In the log', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

  it('an error is named by its code, or else by its name, and never by its message', () => {
    const errors = [refused, new SyntaxError('"my text" is not valid JSON'), 'my text', undefined];
    assert.deepEqual(errors.map(errorName), ['ECONNREFUSED', 'SyntaxError', 'string', 'undefined']);
  });

  it('the cause of an error has its name and message, if it is an error itself', () => {
    const errors = [refused, 'my text', null, undefined].map((cause) => new Error('failed', { cause }));
    assert.deepEqual(errors.map(causeOf), ['Error: connect ECONNREFUSED', 'string', undefined, undefined]);
    assert.equal(causeOf('not an error'), undefined);
  });
});
