import assert from 'node:assert/strict';
import { Emitter } from '../../../src/base/event';
import { dialects } from '../../../src/client/dialect';
import type { SettingsState } from '../../../src/service/settingsState';
import { followSettings } from '../../../src/start/followSettings';

const loaded = (keySet: boolean): SettingsState => ({
  kind: 'loaded',
  current: { settings: { llm_api_key_set: keySet }, dialect: dialects.v0, loadedAt: 0 },
});

describe('Following the settings while a sheet is open', () => {
  function follow(state: SettingsState) {
    const changed = new Emitter<SettingsState>();
    const calls: string[] = [];
    const told: unknown[] = [];
    const read = (how: string) => () => {
      calls.push(how);
      return Promise.resolve(state);
    };
    const source = { state, onDidChange: changed.event, load: read('load'), ensureLoaded: read('ensureLoaded') };
    followSettings(source, (known, error) => told.push([known, error]));
    return { calls, told, become: (next: SettingsState) => changed.fire(next) };
  }

  for (const [title, state, expected] of [
    ['what was never read', { kind: 'idle' }, 'ensureLoaded'],
    ['what was read', loaded(true), 'ensureLoaded'],
    ['again what failed', { kind: 'unreachable', error: new Error('x') }, 'load'],
    ['again whether some were saved', { kind: 'noSettings', error: new Error('x') }, 'load'],
  ] as const)
    it(`reads ${title}`, () => assert.deepEqual(follow(state).calls, [expected]));

  it('tells the settings, and why they could not be read', () => {
    const { told, become } = follow({ kind: 'idle' });
    const error = new Error('x');
    become({ kind: 'loading' });
    become({ kind: 'wrongService', error });
    become({ kind: 'noSettings', error });
    become(loaded(true));
    assert.deepEqual(told, [
      [undefined, error],
      [null, undefined],
      [{ llm_api_key_set: true }, undefined],
    ]);
  });
});
