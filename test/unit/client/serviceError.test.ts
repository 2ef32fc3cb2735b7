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

const call = {
  operation: 'startConversation',
  baseUrl: 'http://service',
  address: 'http://service/api/conversations',
} as const;
const sent = { sent: true };

type Row<Kind> = readonly [facts: Omit<FailureOf<Kind>, 'kind'>, words: string, follows: string];

const started = 'mayHaveStarted';
const lasting = 'isLasting';
const notOffered = 'isNotOffered isLasting';
const both = `${started} ${notOffered}`;

/** Failures of each kind: the words of the log line, and what is true of a start that failed with it after it was sent. */
const rowsOf: { readonly [Kind in Failure['kind']]: readonly Row<Kind>[] } = {
  nameNotFound: [[{}, 'nameNotFound', started]],
  refused: [[{}, 'refused', started]],
  unreachable: [[{}, 'unreachable', started]],
  connectionLost: [[{}, 'connectionLost', started]],
  cancelled: [[{}, 'cancelled', started]],
  tls: [[{ reason: 'expired', code: 'CERT_HAS_EXPIRED' }, 'tls expired CERT_HAS_EXPIRED', started]],
  proxy: [[{ reason: 'credentials', status: 407 }, 'proxy credentials 407', '']],
  timeout: [[{ seconds: 9 }, 'timeout 9 s', started]],
  redirect: [
    [{ status: 302, location: 'http://x/y' }, 'redirect 302 to http://x/y', notOffered],
    ...[301, 307, 308].map((code) => redirectRow(code, notOffered)),
    ...[300, 303, 305].map((code) => redirectRow(code, both)),
  ],
  status: [
    [{ status: 400, text: 'No.' }, 'status 400 (No.)', lasting],
    ...[401, 403, 409, 413, 421, 422].map((code) => statusRow(code, lasting)),
    ...[404, 405, 410].map((code) => statusRow(code, notOffered)),
    ...[425, 429].map((code) => statusRow(code, '')),
    ...[408, 500, 502, 503, 504, 599].map((code) => statusRow(code, started)),
    statusRow(501, both),
  ],
  notJson: [[{ status: 200, html: true }, 'notJson 200', both]],
  unexpectedShape: [[{ field: 'a', expected: 'string' }, 'unexpectedShape a (a must be string)', both]],
  otherApi: [
    [{ status: 400, api: 'agent' }, 'otherApi', notOffered],
    [{ status: 200, api: 'agent' }, 'otherApi', both],
  ],
  tooLarge: [[{ limitBytes: 1 }, 'tooLarge', started]],
  invalidRequest: [[{ field: '', expected: 'valid' }, 'invalidRequest (response must be valid)', notOffered]],
  unsupportedField: [[{ field: 'replay_json' }, 'unsupportedField replay_json', notOffered]],
  unknown: [[{ code: 'E_ODD' }, 'unknown E_ODD', started]],
};

function statusRow(status: number, follows: string): Row<'status'> {
  return [{ status }, `status ${status}`, follows];
}

function redirectRow(status: number, follows: string): Row<'redirect'> {
  return [{ status, location: '' }, `redirect ${status} to nowhere`, follows];
}

describe('ServiceError', () => {
  for (const [kind, rows] of Object.entries(rowsOf))
    for (const [facts, words, follows] of rows)
      it(`says "${words}", from which follows: ${follows || 'nothing'}`, () => {
        const failure = { kind, ...facts } as Failure;
        const error = new ServiceError(call, failure, sent);
        assert.equal(String(error), `ServiceError: startConversation at http://service/api/conversations: ${words}`);
        const held = Object.entries({ mayHaveStarted, isNotOffered, isLasting }).filter(([, holds]) => holds(error));
        assert.equal(held.map(([name]) => name).join(' '), follows);
        assert.equal(mayHaveStarted(new ServiceError(call, failure, { sent: false })), false);
        // Only these come with a text, or the target of a redirect, from the service.
        const hasText = failure.kind === 'status' || failure.kind === 'redirect';
        assert.equal(statusWithServiceText(failure), hasText ? failure.status : undefined);
      });

  it('has a cause only if it was given one', () => {
    const cause = new Error('x');
    assert.equal(new ServiceError(call, { kind: 'refused' }, { ...sent, cause }).cause, cause);
    assert.ok(!('cause' in new ServiceError(call, { kind: 'refused' }, sent)));
  });

  it('has the wait that the service asks for; any other error has none, and may pass', () => {
    const waits = new ServiceError(call, { kind: 'status', status: 429, retryAfterSeconds: 7 }, sent);
    const other = new TypeError('x');
    assert.deepEqual([retryAfterOf(waits), retryAfterOf(other), isLasting(other)], [7, undefined, false]);
  });
});
