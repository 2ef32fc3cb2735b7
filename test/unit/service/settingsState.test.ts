import assert from 'node:assert/strict';
import { ServiceError, type Failure } from '../../../src/client/common/serviceError';
import { provesKey, settingsFailureOf } from '../../../src/service/common/settingsFailure';
import { shownSettings, type SettingsState } from '../../../src/service/common/settingsState';

const call = { operation: 'loadSettings', baseUrl: 'http://h', address: 'http://h/api/settings' } as const;
const status = (code: number, text?: string): Failure => ({
  kind: 'status',
  status: code,
  ...(text !== undefined && { text }),
});

describe('settingsFailureOf', () => {
  const rows: readonly (readonly [string, Failure, string])[] = [
    ['a key that is refused', status(401, 'Unauthorized'), 'keyRefused'],
    ['a refusal without words', status(401), 'keyRefused'],
    ['stored tokens that are broken', status(401, 'Invalid token'), 'failed'],
    ['a first run', status(404, 'Settings not found'), 'noSettings'],
    ['a path that is not there', status(404, 'Not Found'), 'wrongService'],
    ['a path that is not there, in no words', status(404), 'wrongService'],
    ['a path that is quoted', status(404, 'Route GET:/api/settings not found'), 'wrongService'],
    ['an operation that is gone', status(410), 'wrongService'],
    ['an operation that is not allowed', status(405), 'wrongService'],
    ['no permission', status(403), 'failed'],
    ['too many requests', status(429), 'failed'],
    ['a broken service', status(500), 'failed'],
    ['a web page', { kind: 'notJson', status: 200, html: true }, 'wrongService'],
    ['an agent server', { kind: 'agentServer', status: 200 }, 'wrongService'],
    ['another shape', { kind: 'unexpectedShape', field: '', expected: 'object' }, 'wrongService'],
    ['a redirect', { kind: 'redirect', status: 302, location: '' }, 'redirected'],
    ['no answer', { kind: 'timeout', seconds: 1 }, 'failed'],
    ['nothing there', { kind: 'refused' }, 'unreachable'],
    ['a name that nobody has', { kind: 'nameNotFound' }, 'unreachable'],
    ['no way there', { kind: 'unreachable' }, 'unreachable'],
    ['a broken certificate', { kind: 'tls', reason: 'other', code: 'X' }, 'certificate'],
    ['a proxy that refuses', { kind: 'proxy', reason: 'credentials', status: 407 }, 'proxy'],
    ['a person who stopped waiting', { kind: 'cancelled' }, 'failed'],
  ];
  for (const [title, failure, expected] of rows)
    it(`takes ${title} for "${expected}"`, () =>
      assert.equal(settingsFailureOf(new ServiceError(call, failure, true)), expected));

  it('takes any other error for "failed"', () => assert.equal(settingsFailureOf(new TypeError('bug')), 'failed'));
});

describe('provesKey', () => {
  it('believes the service that has no settings yet', () => assert.ok(provesKey('noSettings')));
  const others = ['keyRefused', 'wrongService', 'redirected', 'unreachable', 'certificate', 'proxy', 'failed'] as const;
  for (const failure of others) it(`does not believe "${failure}"`, () => assert.ok(!provesKey(failure)));
});

describe('shownSettings', () => {
  const loaded = { settings: { llm_api_key_set: true }, loadedAt: 1 };
  const rows: readonly (readonly [string, SettingsState, object | undefined])[] = [
    ['what is loaded', { kind: 'loaded', current: loaded }, loaded],
    ['what was loaded before, while it loads', { kind: 'loading', stale: loaded }, loaded],
    ['what was loaded before, when it fails', { kind: 'failed', error: new Error(), stale: loaded }, loaded],
    ['nothing while it loads first', { kind: 'loading' }, undefined],
    ['nothing when it failed first', { kind: 'keyRefused', error: new Error() }, undefined],
    ['nothing before', { kind: 'idle' }, undefined],
    ['nothing without a key', { kind: 'noKey' }, undefined],
    ['nothing without an address', { kind: 'badAddress', reason: 'empty' }, undefined],
  ];
  for (const [title, state, expected] of rows) it(`are ${title}`, () => assert.equal(shownSettings(state), expected));
});
