import * as vscode from 'vscode';
import { isRecord } from '../../base/json';
import { apiVersions, interfaceApi, type ApiVersion } from '../../client/dialect';
import type { ServiceAddress } from '../../client/serviceUrl';
import { nonceFor, type Machine } from './machine';

const key = 'serviceApis';

/** More than are ever used. */
const maxKept = 100;

/**
 * The services whose API isn't the interface's, stored for all windows: only their URLs and, for those that are another
 * service on each machine, the machine's nonce.
 */
export class MementoApis implements vscode.Disposable {
  readonly #state: vscode.Memento;
  readonly #machine: Pick<Machine, 'nonce'>;
  readonly #changed = new vscode.EventEmitter<string>();
  /** Reports the origin of a service. */
  readonly onDidChange = this.#changed.event;

  constructor(state: vscode.Memento, machine: Pick<Machine, 'nonce'>) {
    this.#state = state;
    this.#machine = machine;
  }

  async get(address: ServiceAddress): Promise<ApiVersion> {
    if (this.#stored.length === 0) return interfaceApi;
    const name = await this.#nameOf(address);
    const found = this.#stored.find((one) => one['service'] === name)?.['api'];
    return apiVersions.find((api) => api === found) ?? interfaceApi;
  }

  async set(address: ServiceAddress, api: ApiVersion): Promise<void> {
    if ((await this.get(address)) === api) return;
    const name = await this.#nameOf(address);
    const others = this.#stored.filter((one) => one['service'] !== name);
    const added = api === interfaceApi ? [] : [{ service: name, api }];
    await this.#state.update(key, [...added, ...others].slice(0, maxKept));
    this.#changed.fire(address.origin);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  /** If the machine isn't known, nothing was found out on it. */
  async #nameOf({ baseUrl, origin }: ServiceAddress): Promise<string> {
    const nonce = await nonceFor(origin, this.#machine).catch(() => 'unknown');
    return nonce === undefined ? baseUrl : `${nonce} ${baseUrl}`;
  }

  /** May be from another version. */
  get #stored(): readonly Readonly<Record<string, unknown>>[] {
    const stored = this.#state.get<unknown>(key);
    return Array.isArray(stored) ? stored.filter(isRecord) : [];
  }
}
