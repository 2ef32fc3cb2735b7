import * as vscode from 'vscode';
import type { Log } from '../domain/ports/log';
import type { ServiceAccess, SettingsSource } from '../domain/ports/service';
import type { Settings } from '../domain/records';
import type { Redactor } from '../domain/redactor';
import { shownSettings, type SettingsState } from '../domain/settingsState';

/** A load under way. */
interface Load {
  /** `undefined` when the address or key changed in the meantime. */
  readonly state: Promise<SettingsState | undefined>;
  readonly abort: AbortController;
}

/** The settings of the current service, as last loaded. Asks for them only when told to; keeps nothing unmasked. */
export class SettingsStore implements SettingsSource, vscode.Disposable {
  readonly #service: Pick<ServiceAccess, 'connect'>;
  readonly #log: Log;
  readonly #redactor: Redactor;
  readonly #changed = new vscode.EventEmitter<SettingsState>();
  #state: SettingsState = { kind: 'idle' };
  /** Of the service that `#state` speaks of; `undefined` when that is not known. */
  #origin: string | undefined;
  #underWay: Load | undefined;
  readonly onDidChange = this.#changed.event;

  constructor(service: Pick<ServiceAccess, 'connect'>, log: Log, redactor: Redactor) {
    this.#service = service;
    this.#log = log;
    this.#redactor = redactor;
  }

  get state(): SettingsState {
    return this.#state;
  }

  /** Loads the settings, unless that was done already. */
  async ensureLoaded(): Promise<SettingsState> {
    return this.#underWay || ['idle', 'noKey', 'unchecked'].includes(this.#state.kind) ? this.load() : this.#state;
  }

  /** The address changed, or the key of an origin: what was loaded with it is another's. */
  reset(origin?: string): void {
    if (origin !== undefined && this.#origin !== undefined && origin !== this.#origin) return;
    const superseded = this.#underWay;
    this.#underWay = undefined;
    superseded?.abort.abort();
    this.#origin = undefined;
    this.#become({ kind: 'idle' });
  }

  /**
   * Loads the settings anew, or joins the load under way; whoever cancels that, cancels it for all. A failure is a state,
   * with the old settings beside it; it does not throw.
   */
  async load(signal?: AbortSignal): Promise<SettingsState> {
    const { state, abort } = (this.#underWay ??= this.#begin());
    const cancel = () => abort.abort();
    if (signal?.aborted) cancel();
    signal?.addEventListener('abort', cancel);
    const loaded = await state;
    signal?.removeEventListener('abort', cancel);
    // Whoever asked wants the settings of the service that is current now.
    return loaded ?? this.load(signal);
  }

  /**
   * The settings, loaded anew, their secrets masked; `undefined` when there is no key or no address yet.
   * @throws what the load failed with
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
    return { state: this.#load(abort.signal, () => this.#underWay?.abort === abort), abort };
  }

  async #load(signal: AbortSignal, isCurrent: () => boolean): Promise<SettingsState | undefined> {
    let stale = shownSettings(this.#state);
    const end = (state: SettingsState) => {
      this.#underWay = undefined;
      return this.#become(state);
    };
    try {
      const connection = await this.#service.connect();
      if (!isCurrent()) return undefined;
      if (connection.kind === 'badAddress') return end(connection);
      const { origin } = connection.address;
      if (origin !== this.#origin) stale = undefined;
      this.#origin = origin;
      if (connection.kind !== 'ready') return end({ kind: connection.kind });
      this.#become({ kind: 'loading', stale });
      const { settingsFitToShow } = await import('../domain/settingsFitToShow');
      const settings = settingsFitToShow(await connection.client.loadSettings(signal), this.#redactor);
      if (!isCurrent()) return undefined;
      this.#log.info('Settings loaded.', { origin });
      return end({ kind: 'loaded', current: { settings, loadedAt: Date.now() } });
    } catch (error) {
      if (!isCurrent()) return undefined;
      this.#log.error('Settings could not be loaded.', { error: String(error) });
      const { settingsFailureOf } = await import('../domain/settingsFailure');
      return end({ kind: settingsFailureOf(error), error, stale });
    }
  }

  #become(state: SettingsState): SettingsState {
    this.#state = state;
    this.#changed.fire(state);
    return state;
  }
}
