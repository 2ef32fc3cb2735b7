import { Emitter } from '../base/event';
import type { Disposable } from '../base/lifecycle';
import type { Log } from '../base/log';
import type { ServiceAccess } from '../service/serviceConnection';
import type { ServiceApi } from '../client/apis/serviceApi';
import type { Settings } from '../client/records';
import { fieldsOfAnotherType } from '../client/settingsFields';
import type { Redactor } from '../base/redactor';
import { isMissing, settingsFailureOf, shownSettings, type SettingsState } from '../service/settingsState';

interface Load {
  /** `undefined` if the service URL or key changed in the meantime. */
  readonly state: Promise<SettingsState | undefined>;
  readonly abort: AbortController;
}

/** The settings of the current service, as last loaded. Requests them only when told to; stores nothing unmasked. */
export class SettingsStore implements Disposable {
  readonly #service: Pick<ServiceAccess, 'connect' | 'findOtherApi'>;
  readonly #log: Log;
  readonly #redactor: Redactor;
  readonly #changed = new Emitter<SettingsState>();
  #state: SettingsState = { kind: 'idle' };
  /** Origin of the service that `#state` is about; `undefined` if it isn't known. */
  #origin: string | undefined;
  /** Names of the settings' fields of another type, as last logged. */
  #fieldsOfAnotherType = '';
  #underWay: Load | undefined;
  readonly onDidChange = this.#changed.event;

  constructor(service: Pick<ServiceAccess, 'connect' | 'findOtherApi'>, log: Log, redactor: Redactor) {
    this.#service = service;
    this.#log = log;
    this.#redactor = redactor;
  }

  get state(): SettingsState {
    return this.#state;
  }

  /** Loads the settings, unless that was done already. */
  async ensureLoaded(): Promise<SettingsState> {
    return this.#underWay || isBeforeLoading(this.#state) ? this.#join() : this.#state;
  }

  /** Called when the service URL changed, or the key of an origin: the loaded settings belong to the previous one. */
  reset(origin?: string): void {
    if (origin !== undefined && this.#origin !== undefined && origin !== this.#origin) return;
    const superseded = this.#underWay;
    this.#underWay = undefined;
    superseded?.abort.abort();
    this.#origin = undefined;
    this.#become({ kind: 'idle' });
  }

  /**
   * Loads the settings again, or joins the load in progress; canceling that cancels it for all callers. A failure is a
   * state, which includes the old settings; it doesn't throw.
   */
  async load(signal?: AbortSignal): Promise<SettingsState> {
    return this.#join(signal);
  }

  async #join(signal?: AbortSignal): Promise<SettingsState> {
    const { state, abort } = (this.#underWay ??= this.#begin());
    const cancel = () => abort.abort();
    if (signal?.aborted) cancel();
    signal?.addEventListener('abort', cancel);
    const loaded = await state;
    signal?.removeEventListener('abort', cancel);
    // The caller wants the settings of the service that is current now.
    return loaded ?? this.#join(signal);
  }

  /**
   * The settings, freshly loaded, with their secrets masked; `undefined` if there is no key or no service URL yet.
   * @throws the load's error
   */
  async settings(): Promise<Settings | undefined> {
    const state = await this.load();
    if ('error' in state) throw state.error;
    return shownSettings(state)?.settings;
  }

  dispose(): void {
    this.#underWay?.abort.abort();
    this.#changed.dispose();
  }

  #begin(): Load {
    const abort = new AbortController();
    return { state: this.#load(abort.signal), abort };
  }

  async #load(signal: AbortSignal): Promise<SettingsState | undefined> {
    const isCurrent = () => this.#underWay?.abort.signal === signal;
    const end = (state: SettingsState) => {
      this.#underWay = undefined;
      return this.#become(state);
    };
    try {
      const connection = await this.#service.connect();
      if (!isCurrent()) return undefined;
      if (connection.kind === 'badAddress') return end(connection);
      const { origin } = connection.address;
      const stale = origin === this.#origin ? shownSettings(this.#state) : undefined;
      this.#origin = origin;
      if (connection.kind !== 'ready') return end({ kind: connection.kind });
      this.#become({ kind: 'loading', stale });
      const state = await this.#stateOf(connection.client.loadSettings(signal), connection.api);
      // The service may have been updated since its API was found out. If it has another one now, this load is superseded.
      if (isCurrent() && state.kind === 'wrongService' && isMissing(state.error))
        await this.#service.findOtherApi(connection.address, signal).catch(() => undefined);
      if (!isCurrent()) return undefined;
      if ('error' in state) throw state.error;
      return end(state);
    } catch (error) {
      if (!isCurrent()) return undefined;
      this.#log.error("Settings couldn't be loaded.", { error: String(error) });
      return end({ kind: settingsFailureOf(error), error, stale: shownSettings(this.#state) });
    }
  }

  async #stateOf(loading: Promise<Settings>, api: ServiceApi): Promise<SettingsState> {
    try {
      const answer = await loading;
      const { displaySettings: settingsFitToShow } = await import('../client/maskSettings');
      this.#logFieldsOfAnotherType(answer);
      const settings = settingsFitToShow(answer, this.#redactor);
      const { gitProviders } = api.start;
      const names = api.settings.namesIn(settings);
      return { kind: 'loaded', current: { settings, names, gitProviders, loadedAt: Date.now() } };
    } catch (error) {
      return { kind: settingsFailureOf(error), error };
    }
  }

  /** Logged once for each set of fields, although the settings are read often. */
  #logFieldsOfAnotherType(settings: Settings): void {
    const fields = fieldsOfAnotherType(settings).join(', ');
    if (fields !== '' && fields !== this.#fieldsOfAnotherType)
      this.#log.warn("Fields of the service's settings aren't of the expected type.", { fields });
    this.#fieldsOfAnotherType = fields;
  }

  #become(state: SettingsState): SettingsState {
    if (state.kind === 'loaded') this.#log.info('Settings loaded.', { origin: this.#origin });
    this.#state = state;
    this.#changed.fire(state);
    return state;
  }
}

function isBeforeLoading({ kind }: SettingsState): boolean {
  return kind === 'idle' || kind === 'noKey' || kind === 'unverified';
}
