import assert from 'node:assert/strict';
import { apis } from '../../../src/client/apis/registry';
import type { ServiceApi } from '../../../src/client/apis/serviceApi';
import type { Connection } from '../../../src/service/serviceConnection';
import type { Settings } from '../../../src/client/records';
import { Redactor } from '../../../src/base/redactor';
import { SettingsStore } from '../../../src/settings/settingsStore';
import { failedRequest } from '../../support/failedRequest';
import { addressOf } from '../../support/addressOf';
import { fakeClient } from '../../support/fakeClient';
import { RecordingLog } from '../../support/recordingLog';

/** Service that responds when a test tells it to. */
class SlowService {
  readonly calls: { readonly signal: AbortSignal | undefined; readonly answer: PromiseWithResolvers<Settings> }[] = [];
  failure: Error | undefined;
  kind: 'ready' | 'noKey' | 'unverified' | 'badAddress' = 'ready';
  connects = 0;
  url = origin;
  /** The API that it's known to have. */
  known: ServiceApi = apis.v0;

  api = () => Promise.resolve(this.known);

  connect(): Promise<Connection> {
    this.connects++;
    if (this.failure) return Promise.reject(this.failure);
    const address = addressOf(this.url);
    if (this.kind === 'badAddress') return Promise.resolve({ kind: 'badAddress', reason: 'scheme' });
    if (this.kind !== 'ready') return Promise.resolve({ kind: this.kind, address });
    return Promise.resolve({ kind: 'ready', address, client: this.#client, api: this.known, timeoutSeconds: 1 });
  }

  /** Reads the settings with the other APIs. */
  findOtherApi = (): Promise<void> => Promise.reject(new Error('not here'));

  /** The next call, as soon as it has arrived. */
  async call(index: number): Promise<SlowService['calls'][number]> {
    while (!this.calls[index]) await new Promise((resolve) => setImmediate(resolve));
    return this.calls[index];
  }

  readonly #client = fakeClient({
    loadSettings: (signal) => {
      const answer = Promise.withResolvers<Settings>();
      const cancel = () => answer.reject(new Error('cancelled'));
      if (signal?.aborted) cancel();
      signal?.addEventListener('abort', cancel);
      this.calls.push({ signal, answer });
      return answer.promise;
    },
  });
}

const origin = 'http://localhost:3000';
const english: Settings = { language: 'en', llm_api_key_set: true, search_api_key_set: false };
const german: Settings = { ...english, language: 'de' };

describe('The settings store', () => {
  let service: SlowService;
  let store: SettingsStore;
  let log: RecordingLog;

  beforeEach(() => {
    service = new SlowService();
    log = new RecordingLog();
    store = new SettingsStore(service, log, new Redactor());
  });

  afterEach(() => store.dispose());

  async function answered<T>(asked: Promise<T>, settings: Settings, call = 0): Promise<T> {
    (await service.call(call)).answer.resolve(settings);
    return asked;
  }

  it('gives all callers at once the same settings, loaded once', async () => {
    const view = store.load();
    const [api, ensured] = [store.settings(), store.ensureLoaded()];
    await service.call(0);
    const late = store.ensureLoaded();
    assert.equal((await answered(view, english)).kind, 'loaded');
    assert.deepEqual(await api, english);
    assert.deepEqual([(await ensured).kind, (await late).kind], ['loaded', 'loaded']);
    assert.equal(service.calls.length, 1);
  });

  it('loads again when the last load has ended', async () => {
    await answered(store.load(), english);
    assert.deepEqual(await answered(store.settings(), german, 1), german);
    assert.equal((await store.ensureLoaded()).kind, 'loaded');
    assert.equal(service.calls.length, 2);
  });

  it('logs once which fields are of another type, without their values', async () => {
    const odd = { ...english, max_iterations: '100', email_verified: 'pending' };
    await answered(store.load(), odd);
    await answered(store.load(), odd, 1);
    await answered(store.load(), english, 2);
    assert.equal(store.state.kind, 'loaded');
    const told = log.lines.filter((line) => line.includes('type'));
    assert.equal(told.length, 1);
    assert.match(told[0] ?? '', /max_iterations, email_verified/);
    assert.doesNotMatch(told[0] ?? '', /100|pending/);
  });

  it('returns the settings of the new key when it changed in between', async () => {
    const asked = store.settings();
    const superseded = await service.call(0);
    store.reset(origin);
    assert.equal(superseded.signal?.aborted, true);
    assert.deepEqual(await answered(asked, german, 1), german);
    assert.doesNotMatch(log.lines.join('\n'), /^error/m);
  });

  describe('of a service that no longer has the API it was used with', () => {
    const gone = failedRequest({ kind: 'status', status: 404 });
    let asked: number;

    /** The other API is looked for, and becomes known, as the connection does it. */
    function hasOtherApi(isThere = true): void {
      service.findOtherApi = () => {
        asked++;
        if (!isThere) return Promise.reject(new Error('offline'));
        store.reset(origin);
        return Promise.resolve();
      };
    }

    beforeEach(() => (asked = 0));

    for (const kind of ['load', 'ensureLoaded'] as const)
      it(`finds the other one, and reads the settings with it: ${kind}`, async () => {
        hasOtherApi();
        const loading = store[kind]();
        (await service.call(0)).answer.reject(gone);
        const state = await answered(loading, german, 1);
        assert.deepEqual(state.kind === 'loaded' && state.current.settings, german);
        assert.deepEqual([asked, service.calls.length], [1, 2]);
      });

    it('reads the settings with the one that another window has found meanwhile', async () => {
      hasOtherApi(false);
      const loading = store.load();
      const { answer } = await service.call(0);
      service.known = apis.v1;
      answer.reject(gone);
      const state = await answered(loading, german, 1);
      assert.deepEqual([state.kind, asked, service.calls.length], ['loaded', 1, 2]);
    });

    it('fails if it has none of them', async () => {
      hasOtherApi(false);
      const loading = store.load();
      (await service.call(0)).answer.reject(gone);
      assert.equal((await loading).kind, 'wrongService');
      assert.deepEqual([asked, service.calls.length], [1, 1]);
    });

    it('asks with no other one if the answer says nothing about the API', async () => {
      hasOtherApi();
      for (const failure of [
        { kind: 'status', status: 401 },
        { kind: 'timeout', seconds: 1 },
      ] as const) {
        const loading = store.load();
        (await service.call(service.calls.length)).answer.reject(failedRequest(failure));
        assert.notEqual((await loading).kind, 'loaded');
      }
      assert.equal(asked, 0);
    });
  });

  it('tells each state, with the settings of before until there are others', async () => {
    const kinds: unknown[] = [];
    store.onDidChange((state) => kinds.push([state.kind, 'stale' in state && state.stale?.settings['language']]));
    await answered(store.load(), english);
    await answered(store.load(), german, 1);
    const loading = store.load();
    (await service.call(2)).answer.reject(failedRequest({ kind: 'status', status: 401 }));
    await loading;
    assert.deepEqual(kinds, [
      ['loading', undefined],
      ['loaded', false],
      ['loading', 'en'],
      ['loaded', false],
      ['loading', 'de'],
      ['keyRefused', 'de'],
    ]);
    const told = log.lines.map((line) => /Settings loaded.*localhost:3000|couldn't be loaded/.exec(line) !== null);
    assert.deepEqual(told, [true, true, true]);
  });

  it('has the state of a service URL that is not one', async () => {
    service.kind = 'badAddress';
    assert.deepEqual(await store.load(), { kind: 'badAddress', reason: 'scheme' });
  });

  describe('whose service or key changes while it loads', () => {
    it('does not take over the answer to the old one, nor its failure', async () => {
      const loading = store.load();
      (await service.call(0)).answer.resolve(english);
      store.reset(origin);
      const state = await answered(loading, german, 1);
      assert.equal(state.kind === 'loaded' && state.current.settings['language'], 'de');
      service.failure = new Error('The keyring is locked.');
      const again = store.load();
      store.reset();
      service.failure = undefined;
      await answered(again, english, 2);
      assert.doesNotMatch(log.lines.join('\n'), /^error/m);
    });

    it('shows nothing of the old one while the new one is asked, even if it was not told of the change', async () => {
      await answered(store.load(), english);
      service.url = 'https://elsewhere.example.com';
      const loading = store.load();
      await service.call(1);
      assert.deepEqual(store.state, { kind: 'loading', stale: undefined });
      await answered(loading, german, 1);
    });

    it('looks for no other API of the old one', async () => {
      let asked = 0;
      service.findOtherApi = () => Promise.reject(new Error(`asked ${++asked} times`));
      const loading = store.load();
      (await service.call(0)).answer.reject(failedRequest({ kind: 'status', status: 404 }));
      store.reset(origin);
      await answered(loading, german, 1);
      assert.equal(asked, 0);
    });

    it('begins again for each key as long as the new service is unknown', async () => {
      await answered(store.load(), english);
      store.reset();
      assert.equal(store.state.kind, 'idle');
      const loading = store.load();
      store.reset('https://elsewhere.example.com');
      await answered(loading, german, 1);
      assert.equal(service.connects, 3);
    });
  });

  it('loads no longer, and tells nothing, once the window closes', async () => {
    let changes = 0;
    const loading = store.load();
    const { signal } = await service.call(0);
    store.onDidChange(() => changes++);
    store.dispose();
    assert.equal(signal?.aborted, true);
    await loading;
    assert.equal(changes, 0);
  });

  it('starts over with the key of a service that had none', async () => {
    service.kind = 'noKey';
    assert.equal(await store.settings(), undefined);
    store.reset('https://elsewhere.example.com');
    assert.equal(store.state.kind, 'noKey');
    store.reset(origin);
    assert.equal(store.state.kind, 'idle');
    await store.ensureLoaded();
    service.kind = 'ready';
    assert.equal((await answered(store.ensureLoaded(), german)).kind, 'loaded');
  });

  it('keeps nothing while the key is held back, and loads again as soon as the settings are asked for', async () => {
    await answered(store.load(), english);
    service.kind = 'unverified';
    assert.deepEqual(await store.load(), { kind: 'unverified' });
    service.kind = 'ready';
    assert.equal((await answered(store.ensureLoaded(), german, 1)).kind, 'loaded');
  });

  it('has a failure as its state, including one of the keyring, and keeps what it had', async () => {
    await answered(store.load(), english);
    service.failure = new Error('The keyring is locked.');
    const state = await store.load();
    assert.equal(state.kind, 'failed');
    assert.equal(state.error, service.failure);
    assert.deepEqual(state.stale?.settings, english);
    await assert.rejects(store.settings(), service.failure);
  });

  it('stops when one of the callers cancels', async () => {
    const abort = new AbortController();
    const first = store.load();
    const joined = store.load(abort.signal);
    await service.call(0);
    abort.abort();
    assert.equal((await joined).kind, 'failed');
    assert.equal(await first, await joined);
    assert.equal((await store.load(abort.signal)).kind, 'failed');
  });

  it('stops when the caller cancels after the service was changed', async () => {
    const abort = new AbortController();
    const asked = store.load(abort.signal);
    await service.call(0);
    store.reset(origin);
    const { signal } = await service.call(1);
    abort.abort();
    assert.equal(signal?.aborted, true);
    assert.equal((await asked).kind, 'failed');
  });

  describe('once the network may be another one', () => {
    it('loads again what it could not load, and keeps what it had meanwhile', async () => {
      await answered(store.load(), english);
      const loading = store.load();
      (await service.call(1)).answer.reject(failedRequest({ kind: 'proxy', reason: 'refused' }));
      assert.equal((await loading).kind, 'proxy');
      store.retry();
      const { state } = store;
      assert.deepEqual([state.kind, 'stale' in state && state.stale?.settings], ['idle', english]);
      const again = store.ensureLoaded();
      await service.call(2);
      assert.deepEqual('stale' in store.state && store.state.stale?.settings, english);
      assert.equal((await answered(again, german, 2)).kind, 'loaded');
    });

    it('does not wait for an answer on the former one', async () => {
      const loading = store.load();
      const { signal } = await service.call(0);
      store.retry();
      assert.equal(signal?.aborted, true);
      assert.equal((await answered(loading, english, 1)).kind, 'loaded');
    });

    it('leaves what it has loaded', async () => {
      await answered(store.load(), english);
      store.retry();
      assert.equal(store.state.kind, 'loaded');
    });
  });

  it('never keeps a secret', async () => {
    await answered(store.load(), { ...english, llm_api_key: 'SECRET' });
    assert.doesNotMatch(JSON.stringify(store.state), /SECRET/);
  });

  it('has a state of its own if the service has none', async () => {
    const loading = store.load();
    const none = failedRequest({ kind: 'status', status: 404, text: 'Settings not found' });
    (await service.call(0)).answer.reject(none);
    assert.equal((await loading).kind, 'noSettings');
  });
});
