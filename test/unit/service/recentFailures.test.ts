import assert from 'node:assert/strict';
import { fakeClient } from '../../support/fakeClient';
import { RecentFailures } from '../../../src/service/recentFailures';
import { ServiceError, type Failure } from '../../../src/client/serviceError';

const baseUrl = 'https://agents.example.com';
const address = `${baseUrl}/api/conversations`;

const failing = (error: Error) => fakeClient({}, error);

async function remembered(failure: Failure) {
  const failures = new RecentFailures(() => 7);
  const error = new ServiceError({ operation: 'loadSettings', baseUrl, address }, failure, true);
  await assert.rejects(failures.watch(failing(error)).loadSettings(), error);
  return failures.latest;
}

describe('the recent failures', () => {
  const mark = 'marked-words-77f1';
  const rows: readonly (readonly [Failure, string | undefined])[] = [
    [{ kind: 'nameNotFound' }, undefined],
    [{ kind: 'refused' }, undefined],
    [{ kind: 'tls', reason: 'expired', code: 'CERT_HAS_EXPIRED' }, 'expired CERT_HAS_EXPIRED'],
    [{ kind: 'proxy', reason: 'credentials', status: 407 }, 'credentials 407'],
    [{ kind: 'proxy', reason: 'refused' }, 'refused'],
    [{ kind: 'timeout', seconds: 30 }, '30 s'],
    [{ kind: 'redirect', status: 302, location: `https://${mark}/` }, '302'],
    [
      {
        kind: 'status',
        status: 422,
        text: mark,
        messageId: mark,
        refusedFields: [{ path: mark, type: mark }],
      },
      '422',
    ],
    [{ kind: 'notJson', status: 200, html: true }, '200'],
    [{ kind: 'unexpectedShape', field: `mcp_config.stdio_servers.0.env.${mark}`, expected: mark }, 'mcp_config'],
    [{ kind: 'unexpectedShape', field: '', expected: mark }, undefined],
    [{ kind: 'invalidRequest', field: `mcp_config.${mark}`, expected: mark }, 'mcp_config'],
    [{ kind: 'agentServer', status: 200 }, undefined],
    [{ kind: 'tooLarge', limitBytes: 5 }, undefined],
    [{ kind: 'unknown', code: 'EPROTO' }, 'EPROTO'],
  ];
  for (const [failure, detail] of rows) {
    it(`have ${detail ?? 'no detail'} for ${failure.kind}, and no text from the service`, async () => {
      const [only] = await remembered(failure);
      const { kind } = failure;
      assert.deepEqual(only, {
        at: 7,
        operation: 'loadSettings',
        kind,
        ...(detail !== undefined && { detail }),
        route: 'direct',
        sent: true,
      });
    });
  }

  it("don't include canceled calls", async () => assert.deepEqual(await remembered({ kind: 'cancelled' }), []));

  it('include the name of an unexpected error', async () => {
    const failures = new RecentFailures(() => 7);
    const client = failures.watch(failing(new TypeError(`Cannot read ${address}`)));
    await assert.rejects(client.startConversation({ json: '{}' }));
    // It says neither which route the call took nor how far it got.
    const unexpected = { at: 7, operation: 'startConversation', kind: 'unexpected', detail: 'TypeError' };
    assert.deepEqual(failures.latest, [unexpected]);
  });

  it('are the last five of all clients, newest first', async () => {
    let time = 0;
    const failures = new RecentFailures(() => ++time);
    for (let count = 0; count < 7; count++) {
      const error = new ServiceError({ operation: 'loadSettings', baseUrl, address }, { kind: 'refused' }, false);
      await assert.rejects(failures.watch(failing(error)).loadSettings());
    }
    assert.deepEqual(
      failures.latest.map(({ at }) => at),
      [7, 6, 5, 4, 3],
    );
  });

  it('add no overhead to a call that works', async () => {
    const { signal } = new AbortController();
    const calls: unknown[] = [];
    const client = new RecentFailures().watch(
      fakeClient({
        loadSettings: (...given) => {
          calls.push(given);
          return Promise.resolve({ llm_api_key_set: true });
        },
        close: () => {
          calls.push('close');
          return Promise.resolve();
        },
      }),
    );
    assert.equal((await client.loadSettings(signal)).llm_api_key_set, true);
    await client.close();
    assert.deepEqual(calls, [[signal], 'close']);
  });
});
