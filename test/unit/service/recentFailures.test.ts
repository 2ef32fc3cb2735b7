import assert from 'node:assert/strict';
import { RecentFailures } from '../../../src/service/recentFailures';
import type { Failure } from '../../../src/client/serviceError';
import { failedRequest } from '../../support/failedRequest';

function remembered(failure: Failure) {
  const failures = new RecentFailures(() => 7);
  failures.add(failedRequest(failure));
  return failures.latest;
}

describe('the recent failures', () => {
  const mark = 'marked-words-77f1';
  const rows: readonly (readonly [Failure, string | undefined])[] = [
    [{ kind: 'refused' }, undefined],
    [{ kind: 'tls', reason: 'expired', code: 'CERT_HAS_EXPIRED' }, 'expired CERT_HAS_EXPIRED'],
    [{ kind: 'proxy', reason: 'credentials', status: 407 }, 'credentials 407'],
    [{ kind: 'proxy', reason: 'refused' }, 'refused'],
    [{ kind: 'timeout', seconds: 30 }, '30 s'],
    [{ kind: 'redirect', status: 302, location: `https://${mark}/` }, '302'],
    [{ kind: 'status', status: 422, text: mark, messageId: mark, rejectedFields: [{ path: mark, type: mark }] }, '422'],
    [{ kind: 'unexpectedShape', field: `mcp_config.stdio_servers.0.env.${mark}`, expected: mark }, 'mcp_config'],
    [{ kind: 'unexpectedShape', field: '', expected: mark }, undefined],
    [{ kind: 'invalidRequest', field: `mcp_config.${mark}`, expected: mark }, 'mcp_config'],
  ];
  for (const [failure, detail] of rows)
    it(`have ${detail ?? 'no detail'} for ${failure.kind}, and no text from the service`, () => {
      const { kind } = failure;
      const only = { at: 7, operation: 'loadSettings', kind, detail, route: 'direct', sent: true };
      assert.deepEqual(remembered(failure), [only]);
    });

  it('are the last five of all clients, newest first', () => {
    let time = 0;
    const failures = new RecentFailures(() => ++time);
    for (const kind of [...Array<'refused'>(7).fill('refused'), 'cancelled'] as const)
      failures.add(failedRequest({ kind }));
    const times = failures.latest.map(({ at }) => at);
    assert.deepEqual(times, [7, 6, 5, 4, 3]);
  });
});
