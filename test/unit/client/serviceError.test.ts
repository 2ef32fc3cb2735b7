import assert from 'node:assert/strict';
import {
  isLasting,
  isNotOffered,
  mayHaveStarted,
  retryAfterOf,
  ServiceError,
  statusWithServiceText,
  type Failure,
  type FailureOf,
} from '../../../src/client/serviceError';

const call = { operation: 'startConversation', baseUrl: 'http://h', address: 'http://h/api/conversations' } as const;

type Row<Kind> = readonly [Omit<FailureOf<Kind>, 'kind'>, boolean, string];

/** Failures of each kind, whether a start that failed with it after it was sent may have started, and its log line. */
const rowsOf: { readonly [Kind in Failure['kind']]: readonly Row<Kind>[] } = {
  nameNotFound: [[{}, true, 'nameNotFound']],
  refused: [[{}, true, 'refused']],
  unreachable: [[{}, true, 'unreachable']],
  connectionLost: [[{}, true, 'connectionLost']],
  cancelled: [[{}, true, 'cancelled']],
  tls: [[{ reason: 'expired', code: 'CERT_HAS_EXPIRED' }, true, 'tls expired CERT_HAS_EXPIRED']],
  proxy: [[{ reason: 'credentials', status: 407 }, false, 'proxy credentials 407']],
  timeout: [[{ seconds: 9 }, true, 'timeout 9 s']],
  redirect: [
    [{ status: 302, location: 'http://x/y' }, false, 'redirect 302 to http://x/y'],
    ...[301, 302, 307, 308].map((code) => redirectRow(code, false)),
    ...[300, 303, 305].map((code) => redirectRow(code, true)),
  ],
  status: [
    ...[400, 401, 403, 404, 405, 409, 410, 413, 421, 422, 425, 429].map((code) => statusRow(code, false)),
    ...[408, 500, 501, 502, 503, 504, 520, 599].map((code) => statusRow(code, true)),
    [{ status: 400, text: 'No.' }, false, 'status 400 (No.)'],
  ],
  notJson: [
    [{ status: 200, html: true }, true, 'notJson 200'],
    [{ status: 200, html: false }, true, 'notJson 200'],
  ],
  unexpectedShape: [[{ field: 'a', expected: 'string' }, true, 'unexpectedShape a (a must be string)']],
  otherApi: [
    [{ status: 400, api: 'agent' }, false, 'otherApi'],
    [{ status: 200, api: 'agent' }, true, 'otherApi'],
  ],
  tooLarge: [[{ limitBytes: 1 }, true, 'tooLarge']],
  invalidRequest: [[{ field: '', expected: 'valid' }, false, 'invalidRequest (response must be valid)']],
  unsupportedField: [[{ field: 'replay_json' }, false, 'unsupportedField replay_json']],
  unknown: [[{ code: 'E_ODD' }, true, 'unknown E_ODD']],
};

function statusRow(status: number, mayStart: boolean): Row<'status'> {
  return [{ status }, mayStart, `status ${status}`];
}

function redirectRow(status: number, mayStart: boolean): Row<'redirect'> {
  return [{ status, location: '' }, mayStart, `redirect ${status} to nowhere`];
}

const rows = Object.entries(rowsOf).flatMap(([kind, each]) =>
  each.map(([facts, mayStart, words]) => [{ kind, ...facts } as Failure, mayStart, words] as const),
);

describe('mayHaveStarted', () => {
  for (const [failure, expected, words] of rows) {
    it(`is ${expected} after it was sent: ${words}`, () =>
      assert.equal(mayHaveStarted(new ServiceError(call, failure, { sent: true })), expected));
    it(`is false before it was sent: ${words}`, () =>
      assert.equal(mayHaveStarted(new ServiceError(call, failure, { sent: false })), false));
  }
});

describe('isNotOffered', () => {
  const lasting = ['invalidRequest', 'unsupportedField', 'notJson', 'unexpectedShape', 'redirect', 'otherApi'];
  for (const [failure, , words] of rows) {
    const { kind } = failure;
    const expected = kind === 'status' ? [404, 405, 410, 501].includes(failure.status) : lasting.includes(kind);
    it(`is ${expected}: ${words}`, () =>
      assert.equal(isNotOffered(new ServiceError(call, failure, { sent: true })), expected));
  }
});

describe('isLasting', () => {
  const rejections = [400, 401, 403, 409, 413, 421, 422];
  for (const [failure, , words] of rows) {
    const error = new ServiceError(call, failure, { sent: true });
    const expected = isNotOffered(error) || (failure.kind === 'status' && rejections.includes(failure.status));
    it(`is ${expected}: ${words}`, () => assert.equal(isLasting(error), expected));
  }

  it('is false for any other error, which may pass', () => assert.equal(isLasting(new TypeError('x')), false));
});

describe('retryAfterOf', () => {
  it('is the wait that the service asks for', () => {
    const wait = { kind: 'status', status: 429, retryAfterSeconds: 7 } as const;
    const errors = [new ServiceError(call, wait, { sent: true }), new TypeError('x')];
    assert.deepEqual(errors.map(retryAfterOf), [7, undefined]);
  });
});

describe('the status of a response with text from the service', () => {
  for (const [failure, , words] of rows) {
    const { kind } = failure;
    const expected = kind === 'status' || kind === 'redirect' ? failure.status : undefined;
    it(`is ${expected}: ${words}`, () => assert.equal(statusWithServiceText(failure), expected));
  }
});

describe('ServiceError', () => {
  for (const [failure, , words] of rows)
    it(`gives the cause and the place: ${words}`, () => {
      const { message, name } = new ServiceError(call, failure, { sent: true });
      assert.equal(`${name}: ${message}`, `ServiceError: startConversation at http://h/api/conversations: ${words}`);
    });

  it('has a cause only if it was given one', () => {
    const cause = new Error('x');
    assert.equal(new ServiceError(call, rows[0]![0], { sent: true, cause }).cause, cause);
    assert.ok(!('cause' in new ServiceError(call, rows[0]![0], { sent: true })));
  });
});
