import { Emitter } from '../base/event';
import type { Disposable } from '../base/lifecycle';
import type { Log } from '../base/log';
import type { ServiceAccess } from '../service/serviceConnection';
import type { ServiceApi } from '../client/apis/serviceApi';
import type { Settings } from '../client/records';
import { fieldsOfAnotherType } from '../client/settingsFields';
import type { Redactor } from '../base/redactor';
import { settingsFailureOf, shownSettings, type SettingsState } from '../service/settingsState';

interface Load {
  /** `undefined` if the service URL, the key or the network changed in the meantime. */
  readonly state: Promise<SettingsState | undefined>;
  readonly abort: AbortController;
}

/** The settings of the current service, as last loaded. Only loads them when asked to, and keeps only masked secrets. */
export class SettingsStore implements Disposable {
  readonly #service: Pick<ServiceAccess, 'connect' | 'api' | 'findOtherApi'>;
  readonly #log: Log;
  readonly #redactor: Redactor;
  readonly #changed = new Emitter<SettingsState>();
  #state: SettingsState = { kind: 'idle' };
  /** Origin of the service whose settings `#state` has; `undefined` before they are first loaded. */
  #origin: string | undefined;
  #loggedFieldsOfAnotherType = '';
  #currentLoad: Load | undefined;
  readonly onDidChange = this.#changed.event;

  constructor(service: Pick<ServiceAccess, 'connect' | 'api' | 'findOtherApi'>, log: Log, redactor: Redactor) {
    this.#service = service;
    this.#log = log;
    this.#redactor = redactor;
  }

  get state(): SettingsState {
    return this.#state;
  }

  /** Loads the settings, unless that has succeeded or failed since the service URL or its key was last changed. */
  async ensureLoaded(): Promise<SettingsState> {
    return this.#currentLoad || isBeforeLoading(this.#state) ? this.load() : this.#state;
  }

  /**
   * Forgets the loaded settings, because the service URL or a key has changed.
   * @param origin of the service whose key changed; absent if the service URL did
   */
  reset(origin?: string): void {
    if (origin !== undefined && this.#origin !== undefined && origin !== this.#origin) return;
    this.#stopLoading();
    this.#origin = undefined;
    this.#setState({ kind: 'idle' });
  }

  /** Lets the settings be loaded again, unless they're loaded: a request may succeed now, because the network has changed. */
  retry(): void {
    if (this.#state.kind === 'loaded') return;
    this.#stopLoading();
    this.#setState({ kind: 'idle', stale: shownSettings(this.#state) });
  }

  /**
   * Loads the settings again, or joins the load in progress, which is canceled for all callers if one of them cancels.
   * Doesn't throw: a failure is a state, which includes the old settings.
   */
  async load(signal?: AbortSignal): Promise<SettingsState> {
    const { state, abort } = (this.#currentLoad ??= this.#startLoad());
    const cancel = () => abort.abort();
    if (signal?.aborted) cancel();
    signal?.addEventListener('abort', cancel);
    const loaded = await state;
    signal?.removeEventListener('abort', cancel);
    // The service or the network was changed in the meantime. The caller wants the current settings.
    return loaded ?? this.load(signal);
  }

  /**
   * Loads the settings. Secrets are masked; `undefined` if there is no key or no service URL yet.
   * @throws the error with which the load failed
   */
  async settings(): Promise<Settings | undefined> {
    const state = await this.load();
    if ('error' in state) throw state.error;
    return shownSettings(state)?.settings;
  }

  dispose(): void {
    this.#currentLoad?.abort.abort();
    this.#changed.dispose();
  }

  #stopLoading(): void {
    const previous = this.#currentLoad;
    this.#currentLoad = undefined;
    previous?.abort.abort();
  }

  #startLoad(): Load {
    const abort = new AbortController();
    return { state: this.#load(abort.signal), abort };
  }

  async #load(signal: AbortSignal): Promise<SettingsState | undefined> {
    const isCurrent = () => this.#currentLoad?.abort.signal === signal;
    const finish = (state: SettingsState) => {
      this.#currentLoad = undefined;
      return this.#setState(state);
    };
    try {
      const connection = await this.#service.connect();
      if (!isCurrent()) return undefined;
      if (connection.kind === 'badAddress') return finish(connection);
      const { origin } = connection.address;
      const stale = origin === this.#origin ? shownSettings(this.#state) : undefined;
      this.#origin = origin;
      if (connection.kind !== 'ready') return finish({ kind: connection.kind });
      this.#setState({ kind: 'loading', stale });
      const state = await this.#readState(connection.client.loadSettings(signal), connection.api);
      // The service may have another API since an update. If `findOtherApi` finds it, this load is superseded by another.
      if (isCurrent() && state.kind === 'wrongService') {
        const { address, api } = connection;
        await this.#service.findOtherApi(address, signal).catch(() => undefined);
        const known = await this.#service.api(address.baseUrl);
        // Another window may have found it, which only that window is told.
        if (isCurrent() && known.name !== api.name) this.reset(origin);
      }
      if (!isCurrent()) return undefined;
      if ('error' in state) throw state.error;
      return finish(state);
    } catch (error) {
      if (!isCurrent()) return undefined;
      this.#log.error("Settings couldn't be loaded.", { error: String(error) });
      return finish({ kind: settingsFailureOf(error), error, stale: shownSettings(this.#state) });
    }
  }

  async #readState(loading: Promise<Settings>, api: ServiceApi): Promise<SettingsState> {
    try {
      const answer = await loading;
      const { presentableSettings } = await import('../client/maskSettings');
      this.#logFieldsOfAnotherType(answer);
      const settings = presentableSettings(answer, this.#redactor);
      const { gitProviders } = api.start;
      const names = api.settings.namesIn(settings);
      return { kind: 'loaded', current: { settings, names, gitProviders, loadedAt: Date.now() } };
    } catch (error) {
      return { kind: settingsFailureOf(error), error };
    }
  }

  /** Logs each set of fields once, although the settings are loaded often. */
  #logFieldsOfAnotherType(settings: Settings): void {
    const fields = fieldsOfAnotherType(settings).join(', ');
    if (fields !== '' && fields !== this.#loggedFieldsOfAnotherType)
      this.#log.warn("Fields of the service's settings aren't of the expected type.", { fields });
    this.#loggedFieldsOfAnotherType = fields;
  }

  #setState(state: SettingsState): SettingsState {
    if (state.kind === 'loaded') this.#log.info('Settings loaded.', { origin: this.#origin });
    this.#state = state;
    this.#changed.fire(state);
    return state;
  }
}

function isBeforeLoading({ kind }: SettingsState): boolean {
  return kind === 'idle' || kind === 'noKey' || kind === 'unverified';
}
