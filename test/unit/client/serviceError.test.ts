import assert from 'node:assert/strict';
import { mayHaveStarted, ServiceError, statusOfTheirWords, type Failure } from '../../../src/client/serviceError';

const call = { operation: 'startConversation', baseUrl: 'http://h', address: 'http://h/api/conversations' } as const;
const status = (code: number): Failure => ({ kind: 'status', status: code });

/** Each failure, whether a start that failed with it after it was sent may have started, and its log line. */
const rows: readonly (readonly [Failure, boolean, string])[] = [
  [{ kind: 'nameNotFound' }, true, 'nameNotFound'],
  [{ kind: 'refused' }, true, 'refused'],
  [{ kind: 'unreachable' }, true, 'unreachable'],
  [{ kind: 'connectionLost' }, true, 'connectionLost'],
  [{ kind: 'cancelled' }, true, 'cancelled'],
  [{ kind: 'tls', reason: 'expired', code: 'CERT_HAS_EXPIRED' }, true, 'tls expired CERT_HAS_EXPIRED'],
  [{ kind: 'proxy', reason: 'credentials', status: 407 }, false, 'proxy credentials 407'],
  [{ kind: 'timeout', seconds: 9 }, true, 'timeout 9 s'],
  [{ kind: 'redirect', status: 302, location: 'http://x/y' }, false, 'redirect 302 to http://x/y'],
  [{ kind: 'redirect', status: 302, location: '' }, false, 'redirect 302 to nowhere'],
  ...[400, 401, 403, 404, 405, 409, 410, 413, 422, 429].map((code) => [status(code), false, `status ${code}`] as const),
  ...[408, 500, 502, 503, 504, 599].map((code) => [status(code), true, `status ${code}`] as const),
  [{ kind: 'status', status: 400, text: 'No.' }, false, 'status 400 (No.)'],
  [{ kind: 'redirect', status: 303, location: '' }, true, 'redirect 303 to nowhere'],
  [{ kind: 'notJson', status: 200, html: true }, true, 'notJson 200'],
  [{ kind: 'notJson', status: 200, html: false }, true, 'notJson 200'],
  [{ kind: 'unexpectedShape', field: 'a', expected: 'string' }, true, 'unexpectedShape a (a must be string)'],
  [{ kind: 'agentServer', status: 422 }, false, 'agentServer'],
  [{ kind: 'agentServer', status: 200 }, true, 'agentServer'],
  [{ kind: 'tooLarge', limitBytes: 1 }, true, 'tooLarge'],
  [{ kind: 'invalidRequest', field: '', expected: 'valid' }, false, 'invalidRequest (response must be valid)'],
  [{ kind: 'unknown', code: 'E_ODD' }, true, 'unknown E_ODD'],
];

describe('mayHaveStarted', () => {
  for (const [failure, expected, words] of rows) {
    it(`is ${expected} after it was sent: ${words}`, () =>
      assert.equal(mayHaveStarted(new ServiceError(call, failure, true)), expected));
    it(`is false before it was sent: ${words}`, () =>
      assert.equal(mayHaveStarted(new ServiceError(call, failure, false)), false));
  }
});

describe('the status of a response with text from the service', () => {
  for (const [failure, , words] of rows) {
    const { kind } = failure;
    const expected = kind === 'status' || kind === 'redirect' ? failure.status : undefined;
    it(`is ${expected}: ${words}`, () => assert.equal(statusOfTheirWords(failure), expected));
  }
});

describe('ServiceError', () => {
  for (const [failure, , words] of rows)
    it(`gives the cause and the place: ${words}`, () => {
      const { message, name } = new ServiceError(call, failure, true);
      assert.equal(`${name}: ${message}`, `ServiceError: startConversation at http://h/api/conversations: ${words}`);
    });

  it('has a cause only if it was given one', () => {
    const cause = new Error('x');
    assert.equal(new ServiceError(call, status(500), true, cause).cause, cause);
    assert.ok(!('cause' in new ServiceError(call, status(500), true)));
  });
});
