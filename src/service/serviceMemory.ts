import { Emitter } from '../base/event';
import { isRecord } from '../base/json';
import type { Disposable } from '../base/lifecycle';
import { apiNames, interfaceApi, type ApiName } from '../client/apis/registry';
import { parseServiceUrl, type ServiceAddress } from '../client/serviceUrl';
import { nameOnMachine, type Machine } from './machine';

export interface RememberedService {
  readonly baseUrl: string;
  /** Time of its last use, or when it was forgotten, in milliseconds since 1970. */
  readonly at: number;
  readonly forgotten?: true;
}

/** The history's record of a start. */
export interface PastStart {
  readonly baseUrl: string;
  /** In milliseconds since 1970. */
  readonly sentAt: number;
}

/** VS Code's state, shared by all windows. */
interface SharedState {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

const keys = { services: 'services', apis: 'serviceApis', agreed: 'uncheckedCertificates' } as const;

/** Knowledge about services that all windows share. It has no secrets: URLs contain no user and no password. */
export class ServiceMemory implements Disposable {
  readonly #state: SharedState;
  readonly #machine: Pick<Machine, 'nonce'>;
  readonly #changed = new Emitter<string>();
  /** Reports the origin of a service that has another API now, or is trusted without a verified certificate. */
  readonly onDidChange = this.#changed.event;

  constructor(state: SharedState, machine: Pick<Machine, 'nonce'>) {
    this.#state = state;
    this.#machine = machine;
  }

  get services(): readonly RememberedService[] {
    return this.#records(keys.services).flatMap(serviceFrom);
  }

  async remember({ baseUrl }: ServiceAddress): Promise<void> {
    await this.#put({ baseUrl, at: Date.now() });
  }

  async forget({ baseUrl }: ServiceAddress): Promise<void> {
    await this.#put({ baseUrl, at: Date.now(), forgotten: true });
  }

  /** The interface's, if nothing else was found out. */
  async apiOf(address: ServiceAddress): Promise<ApiName> {
    const stored = this.#records(keys.apis);
    if (stored.length === 0) return interfaceApi;
    const name = await this.#nameOf(address);
    const found = stored.find((one) => one['service'] === name)?.['api'];
    return apiNames.find((api) => api === found) ?? interfaceApi;
  }

  /** From now on, the service is taken for one with the interface's API. */
  async forgetApi(address: ServiceAddress): Promise<void> {
    await this.setApi(address, interfaceApi);
  }

  async setApi(address: ServiceAddress, api: ApiName): Promise<void> {
    if ((await this.apiOf(address)) === api) return;
    const name = await this.#nameOf(address);
    const others = this.#records(keys.apis).filter((one) => one['service'] !== name);
    const added = api === interfaceApi ? [] : [{ service: name, api }];
    await this.#state.update(keys.apis, [...added, ...others]);
    this.#changed.fire(address.origin);
  }

  /** True if the user agreed to use the services of an origin although their certificates aren't verified. */
  isAgreed(origin: string): boolean {
    return this.#list(keys.agreed).includes(origin);
  }

  async agree(origin: string): Promise<void> {
    if (this.isAgreed(origin)) return;
    await this.#state.update(keys.agreed, [...this.#list(keys.agreed), origin]);
    this.#changed.fire(origin);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #put(service: RememberedService): Promise<void> {
    const others = this.services.filter(({ baseUrl }) => baseUrl !== service.baseUrl);
    await this.#state.update(keys.services, [service, ...others]);
  }

  /** If the machine isn't known, nothing was found out on it. */
  #nameOf({ baseUrl }: ServiceAddress): Promise<string> {
    return nameOnMachine(baseUrl, this.#machine).catch(() => `unknown ${baseUrl}`);
  }

  /** May be from another version. */
  #list(key: string): readonly unknown[] {
    const stored = this.#state.get(key);
    return Array.isArray(stored) ? (stored as readonly unknown[]) : [];
  }

  #records(key: string): readonly Readonly<Record<string, unknown>>[] {
    return this.#list(key).filter(isRecord);
  }
}

function serviceFrom({ baseUrl, at, forgotten }: Readonly<Record<string, unknown>>): readonly RememberedService[] {
  if (typeof baseUrl !== 'string' || typeof at !== 'number') return [];
  return [{ baseUrl, at, ...(forgotten === true && { forgotten }) }];
}

/** More would be too many to look through. */
const maxKnown = 10;

/**
 * The services to choose from, most recently used first: the remembered ones, and those on which conversations were
 * started since they were forgotten, if they were. Those without a valid service URL are removed.
 */
export function knownServices(
  remembered: readonly RememberedService[],
  conversations: readonly PastStart[],
): readonly ServiceAddress[] {
  const latest = new Map<string, RememberedService>();
  const started = conversations.map(({ baseUrl, sentAt }): RememberedService => ({ baseUrl, at: sentAt }));
  for (const service of [...remembered, ...started]) {
    if (service.at > (latest.get(service.baseUrl)?.at ?? -Infinity)) latest.set(service.baseUrl, service);
  }
  return [...latest.values()]
    .filter(({ forgotten }) => !forgotten)
    .sort((a, b) => b.at - a.at)
    .flatMap(({ baseUrl }) => {
      const parsed = parseServiceUrl(baseUrl);
      return parsed.ok ? [parsed.address] : [];
    })
    .slice(0, maxKnown);
}
