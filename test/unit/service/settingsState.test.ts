import assert from 'node:assert/strict';
import type { Failure } from '../../../src/client/serviceError';
import {
  isOtherApi,
  readingError,
  settingsContext,
  type SettingsState,
  settingsFailureOf,
  shownSettings,
} from '../../../src/service/settingsState';
import { failedRequest } from '../../support/failedRequest';

const status = (code: number, text?: string): Failure => ({ kind: 'status', status: code, ...(text && { text }) });

describe('settingsFailureOf', () => {
  const rows: readonly (readonly [string, Failure, string])[] = [
    ['a rejected key', status(401, 'Unauthorized'), 'keyRefused'],
    ['a rejection without words', status(401), 'keyRefused'],
    ['broken stored tokens', status(401, 'Invalid token'), 'failed'],
    ['a first run', status(404, 'Settings not found'), 'noSettings'],
    ['a missing path', status(404, 'Not Found'), 'wrongService'],
    ['a missing path, without words', status(404), 'wrongService'],
    ['a quoted path', status(404, 'Route GET:/api/settings not found'), 'wrongService'],
    ['a removed operation', status(410), 'wrongService'],
    ['a disallowed operation', status(405), 'wrongService'],
    ['no permission', status(403), 'failed'],
    ['a broken service', status(500), 'failed'],
    ['a web page', { kind: 'notJson', status: 200, html: true }, 'wrongService'],
    ['an agent server', { kind: 'otherApi', status: 200, api: 'agent' }, 'wrongService'],
    ['another shape', { kind: 'unexpectedShape', field: '', expected: 'object' }, 'wrongService'],
    ['a redirect', { kind: 'redirect', status: 302, location: '' }, 'redirected'],
    ['no response', { kind: 'timeout', seconds: 1 }, 'failed'],
    ['nothing listening', { kind: 'refused' }, 'unreachable'],
    ['an unknown host name', { kind: 'nameNotFound' }, 'unreachable'],
    ['no route', { kind: 'unreachable' }, 'unreachable'],
    ['https where only http is spoken', { kind: 'tls', reason: 'notTls', code: 'X' }, 'unreachable'],
    ['http where only https is spoken', { kind: 'status', status: 400, needsTls: true }, 'unreachable'],
    ['a broken certificate', { kind: 'tls', reason: 'other', code: 'X' }, 'certificate'],
    ['a proxy that rejects the request', { kind: 'proxy', reason: 'credentials', status: 407 }, 'proxy'],
    ['a user who stopped waiting', { kind: 'cancelled' }, 'failed'],
  ];
  for (const [title, failure, expected] of rows)
    it(`takes ${title} for "${expected}"`, () => assert.equal(settingsFailureOf(failedRequest(failure)), expected));

  it('takes any other error for "failed"', () => assert.equal(settingsFailureOf(new TypeError('bug')), 'failed'));
});

const loaded = { settings: { llm_api_key_set: true }, names: { moved: {}, gone: [] }, gitProviders: [], loadedAt: 1 };

describe('shownSettings', () => {
  const rows: readonly (readonly [string, SettingsState, object | undefined])[] = [
    ['the loaded ones', { kind: 'loaded', current: loaded }, loaded],
    ['the earlier ones while they load again', { kind: 'loading', stale: loaded }, loaded],
    ['the earlier ones if loading fails', { kind: 'failed', error: new Error(), stale: loaded }, loaded],
    ['none if the first load failed', { kind: 'keyRefused', error: new Error() }, undefined],
    ['none without a key', { kind: 'noKey' }, undefined],
    ['none without a URL', { kind: 'badAddress', reason: 'empty' }, undefined],
  ];
  for (const [title, state, expected] of rows) it(`are ${title}`, () => assert.equal(shownSettings(state), expected));
});

describe('settingsContext', () => {
  const error = new Error();
  const rows: readonly (readonly [string, SettingsState, SettingsState['kind']])[] = [
    ['hides steps that are done while they load again', { kind: 'loading', stale: loaded }, 'loaded'],
    ['hides steps that are done if loading fails', { kind: 'unreachable', error, stale: loaded }, 'loaded'],
    ['shows the steps again if the key is rejected', { kind: 'keyRefused', error, stale: loaded }, 'keyRefused'],
    ['shows the steps again if there are no settings now', { kind: 'noSettings', error, stale: loaded }, 'noSettings'],
    ['shows the steps while they load for the first time', { kind: 'loading' }, 'loading'],
    ['shows the steps if the first load failed', { kind: 'failed', error }, 'failed'],
  ];
  for (const [title, state, expected] of rows) it(title, () => assert.equal(settingsContext(state), expected));
});

describe('readingError', () => {
  const error = new Error();
  const canceled = failedRequest({ kind: 'cancelled' });
  const refused = failedRequest({ kind: 'refused' }, false);
  const rows: readonly (readonly [string, SettingsState, unknown])[] = [
    ['is none before and after a load that succeeded', { kind: 'idle' }, undefined],
    ['is none if there are no settings', { kind: 'noSettings', error }, undefined],
    ["is none if the user didn't wait", { kind: 'failed', error: canceled, stale: loaded }, undefined],
    ['is that of a service', { kind: 'unreachable', error: refused, stale: loaded }, refused],
    ["is that of this machine's keyring", { kind: 'failed', error }, error],
  ];
  for (const [title, state, expected] of rows) it(title, () => assert.equal(readingError(state), expected));

  it("doesn't tell of another API unless a service did", () => {
    const other = failedRequest({ kind: 'otherApi', status: 200, api: 'agent' });
    const lookalike = Object.assign(new Error(), { failure: other.failure });
    assert.deepEqual([other, refused, lookalike].map(isOtherApi), [true, false, false]);
  });
});
