import { Emitter } from '../base/event';
import type { Disposable } from '../base/lifecycle';
import type { Log } from '../base/log';
import type { ServiceAccess, SettingsReading } from '../service/serviceConnection';
import type { ServiceApi } from '../client/apis/serviceApi';
import type { Settings } from '../client/records';
import type { ServiceAddress } from '../client/serviceUrl';
import { fieldsOfAnotherType } from '../client/settingsFields';
import type { Redactor } from '../base/redactor';
import { isMissing, settingsFailureOf, shownSettings, type SettingsState } from '../service/settingsState';

/** A load in progress. */
interface Load {
  /** `undefined` if the service URL or key changed in the meantime. */
  readonly state: Promise<SettingsState | undefined>;
  readonly abort: AbortController;
}

/** Settings that are being read, or were read, elsewhere. */
interface Taken extends Pick<SettingsReading, 'origin' | 'isCurrent'> {
  /** Settings, masked, or that there are none; `undefined` for any other outcome, which says nothing about them. */
  readonly state: Promise<SettingsState | undefined>;
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
  #taken: Taken | undefined;
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
    return this.#underWay || isBeforeLoading(this.#state) ? this.#join(() => this.#taken) : this.#state;
  }

  async take({ origin, api, settings, isCurrent }: SettingsReading): Promise<void> {
    const answer = async () => {
      const state = await this.#stateOf(settings, api);
      return state.kind === 'loaded' || state.kind === 'noSettings' ? state : undefined;
    };
    const taken = { origin, isCurrent, state: answer() };
    this.#taken = taken;
    const state = await stateNow(taken);
    if (state && this.#taken === taken) this.#put(state, origin);
  }

  async adopt(): Promise<SettingsState> {
    const taken = this.#taken;
    // Another service URL or key has replaced it: returning to that one reads its settings again.
    if (taken && !(await taken.isCurrent()) && this.#taken === taken) this.#taken = undefined;
    const state = taken && isBeforeLoading(this.#state) ? await stateNow(taken) : undefined;
    if (!taken || !state || taken !== this.#taken || this.#underWay || !isBeforeLoading(this.#state))
      return this.#state;
    return this.#put(state, taken.origin);
  }

  /** Called when the service URL changed, or the key of an origin: the loaded settings belong to the previous one. */
  reset(origin?: string): void {
    if (origin !== undefined && this.#origin !== undefined && origin !== this.#origin) return;
    const superseded = this.#underWay;
    this.#underWay = undefined;
    superseded?.abort.abort();
    this.#origin = undefined;
    this.#become({ kind: 'idle' });
    // Uses the settings that were read to try the current key.
    this.adopt().catch((error: unknown) => this.#log.error('Settings were not taken.', { error: String(error) }));
  }

  /**
   * Loads the settings again, or joins the load in progress; canceling that cancels it for all callers. A failure is a
   * state, which includes the old settings; it doesn't throw.
   */
  async load(signal?: AbortSignal): Promise<SettingsState> {
    return this.#join(() => (this.#taken = undefined), signal);
  }

  async #join(begin: () => Taken | undefined, signal?: AbortSignal): Promise<SettingsState> {
    const { state, abort } = (this.#underWay ??= this.#begin(begin()));
    const cancel = () => abort.abort();
    if (signal?.aborted) cancel();
    signal?.addEventListener('abort', cancel);
    const loaded = await state;
    signal?.removeEventListener('abort', cancel);
    // The caller wants the settings of the service that is current now.
    return loaded ?? this.#join(() => this.#taken, signal);
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

  #begin(taken: Taken | undefined): Load {
    const abort = new AbortController();
    return { state: this.#load(taken, abort.signal), abort };
  }

  #put(state: SettingsState, origin: string): SettingsState {
    this.#origin = origin;
    return this.#become(state);
  }

  async #load(taken: Taken | undefined, signal: AbortSignal): Promise<SettingsState | undefined> {
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
      const read = taken && (await stateNow(taken));
      if (!isCurrent()) return undefined;
      if (read) return end(read);
      this.#become({ kind: 'loading', stale });
      const state = await this.#stateOf(connection.client.loadSettings(signal), connection.api);
      if (!isCurrent()) return undefined;
      if (state.kind === 'wrongService' && (await this.#isUpdated(connection.address, state.error, signal))) {
        if (isCurrent()) this.reset(origin);
        return undefined;
      }
      if (!isCurrent()) return undefined;
      if ('error' in state) throw state.error;
      return end(state);
    } catch (error) {
      if (!isCurrent()) return undefined;
      this.#log.error("Settings couldn't be loaded.", { error: String(error) });
      return end({ kind: settingsFailureOf(error), error, stale: shownSettings(this.#state) });
    }
  }

  /** The service may have been updated since its API was found out. True if another one was found, or none is needed. */
  async #isUpdated(address: ServiceAddress, error: unknown, signal: AbortSignal): Promise<boolean> {
    const before = this.#taken;
    if (isMissing(error)) await this.#service.findOtherApi(address, signal).catch(() => undefined);
    return this.#taken !== before && (await this.#taken?.state) !== undefined;
  }

  /** Outcome of reading them, with secrets masked. */
  async #stateOf(loading: Promise<Settings>, api: ServiceApi): Promise<SettingsState> {
    try {
      const answer = await loading;
      const { settingsFitToShow } = await import('../client/maskSettings');
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

/** The accepted settings, if they belong to the current service and key. Doesn't wait for the trial of another key. */
async function stateNow({ isCurrent, state }: Taken): Promise<SettingsState | undefined> {
  if (!(await isCurrent())) return undefined;
  const read = await state;
  return read && (await isCurrent()) ? read : undefined;
}

function isBeforeLoading({ kind }: SettingsState): boolean {
  return kind === 'idle' || kind === 'noKey' || kind === 'unchecked';
}
