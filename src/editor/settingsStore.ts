import * as vscode from 'vscode';
import type { Log, SettingsSource } from '../domain/ports';
import type { Settings } from '../domain/records';
import { settingsFailureOf, shownSettings, type SettingsState } from '../domain/settingsState';
import type { Service } from './service';

/** The settings of the current service, as last loaded. Asks for them only when told to; keeps nothing unmasked. */
export class SettingsStore implements SettingsSource, vscode.Disposable {
  readonly #service: Service;
  readonly #log: Log;
  readonly #changed = new vscode.EventEmitter<SettingsState>();
  #state: SettingsState = { kind: 'idle' };
  #shownOrigin = '';
  #loads = 0;
  readonly onDidChange = this.#changed.event;

  constructor(service: Service, log: Log) {
    this.#service = service;
    this.#log = log;
  }

  get state(): SettingsState {
    return this.#state;
  }

  /** Loads the settings, unless that was done already or cannot be done yet. */
  async ensureLoaded(): Promise<SettingsState> {
    return this.#state.kind === 'idle' || this.#state.kind === 'noKey' ? this.load() : this.#state;
  }

  /** Address or key changed: what was loaded is another service's. */
  reset(): void {
    this.#loads++;
    this.#become({ kind: 'idle' });
  }

  /** Loads the settings anew. A failure is a state, with the old settings beside it; it does not throw. */
  async load(signal?: AbortSignal): Promise<SettingsState> {
    const load = ++this.#loads;
    const connection = await this.#service.connect();
    if (load !== this.#loads) return this.#state;
    if (connection.kind !== 'ready') {
      return this.#become(
        connection.kind === 'noKey' ? { kind: 'noKey' } : { kind: 'badAddress', reason: connection.reason },
      );
    }
    const { origin } = connection.address;
    const stale = origin === this.#shownOrigin ? shownSettings(this.#state) : undefined;
    this.#become({ kind: 'loading', stale });
    try {
      const { maskSettings } = await import('../domain/maskSettings');
      const settings = maskSettings(await connection.client.loadSettings(signal));
      if (load !== this.#loads) return this.#state;
      this.#shownOrigin = origin;
      this.#log.info('Settings loaded.', { origin });
      return this.#become({ kind: 'loaded', current: { settings, loadedAt: Date.now() } });
    } catch (error) {
      if (load !== this.#loads) return this.#state;
      this.#log.error('Settings could not be loaded.', { error: String(error) });
      return this.#become({ kind: settingsFailureOf(error), error, stale });
    }
  }

  /**
   * The settings, loaded anew, their secrets masked.
   * @throws what the load failed with; `undefined` comes back when there is no key or no address yet
   */
  async settings(): Promise<Settings | undefined> {
    const state = await this.load();
    if ('error' in state) throw state.error;
    return shownSettings(state)?.settings;
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #become(state: SettingsState): SettingsState {
    this.#state = state;
    this.#changed.fire(state);
    return state;
  }
}
