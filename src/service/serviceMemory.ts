import { Emitter } from '../base/event';
import { isRecord } from '../base/json';
import type { Disposable } from '../base/lifecycle';
import type { GlobalState } from '../base/globalState';
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

const keys = { services: 'services', apis: 'serviceApis', agreed: 'unverifiedCertificates' } as const;

/** Remembers facts about services for all windows. It has no secrets: the URLs contain no user and no password. */
export class ServiceMemory implements Disposable {
  readonly #state: GlobalState;
  readonly #machine: Pick<Machine, 'nonce'>;
  readonly #changed = new Emitter<string>();
  /** Fires with a service's origin if its API has changed, or whether the user agrees to an unverified certificate. */
  readonly onDidChange = this.#changed.event;

  constructor(state: GlobalState, machine: Pick<Machine, 'nonce'>) {
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

  isForgotten({ baseUrl }: ServiceAddress): boolean {
    return this.services.some((service) => service.baseUrl === baseUrl && service.forgotten);
  }

  /** The API that was found out last; else, the interface's. */
  async apiOf(address: ServiceAddress): Promise<ApiName> {
    const stored = this.#records(keys.apis);
    if (stored.length === 0) return interfaceApi;
    const name = await this.#nameOf(address);
    const found = stored.find((one) => one['service'] === name)?.['api'];
    return apiNames.find((api) => api === found) ?? interfaceApi;
  }

  /** Forgets which API a service has: it counts as one with the interface's API. */
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

  isAgreed(origin: string): boolean {
    return this.#list(keys.agreed).includes(origin);
  }

  async agree(origin: string): Promise<void> {
    if (this.isAgreed(origin)) return;
    await this.#state.update(keys.agreed, [...this.#list(keys.agreed), origin]);
    this.#changed.fire(origin);
  }

  async forgetAgreement(origin: string): Promise<void> {
    if (!this.isAgreed(origin)) return;
    const others = this.#list(keys.agreed).filter((one) => one !== origin);
    await this.#state.update(keys.agreed, others);
    this.#changed.fire(origin);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #put(service: RememberedService): Promise<void> {
    const others = this.services.filter(({ baseUrl }) => baseUrl !== service.baseUrl);
    await this.#state.update(keys.services, [service, ...others]);
  }

  /** The name of a service in the stored lists. If the machine can't be identified, it's one that no known machine has. */
  #nameOf({ baseUrl }: ServiceAddress): Promise<string> {
    return nameOnMachine(baseUrl, this.#machine).catch(() => `unknown ${baseUrl}`);
  }

  /** A stored list; empty if the value has an unexpected type, from another version. */
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

/** Number of services to choose from. More would be hard to look through. */
const maxKnown = 10;

/**
 * The services to choose from, most recently used first: remembered services, and services on which conversations were
 * started. A forgotten service is left out until another conversation is started on it.
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

const pageAnswersKey = 'namedPages';

/**
 * The user's answer about a service that says that its conversations' pages are on another origin.
 * @param service origin of the service
 * @param page origin of the pages
 */
export function pageAnswer(state: GlobalState, service: string, page: string): boolean | undefined {
  const answer = answersIn(state)[nameOf(service, page)];
  return typeof answer === 'boolean' ? answer : undefined;
}

export async function savePageAnswer(
  state: GlobalState,
  service: string,
  page: string,
  isAgreed: boolean,
): Promise<void> {
  await state.update(pageAnswersKey, { ...answersIn(state), [nameOf(service, page)]: isAgreed });
}

/** Forgets the answers about a service, so that the user is asked again about each origin that it names. */
export async function forgetPageAnswers(state: GlobalState, service: string): Promise<void> {
  const others = Object.entries(answersIn(state)).filter(([name]) => !name.startsWith(nameOf(service, '')));
  await state.update(pageAnswersKey, Object.fromEntries(others));
}

function nameOf(service: string, page: string): string {
  return `${service} ${page}`;
}

function answersIn(state: GlobalState): Readonly<Record<string, unknown>> {
  const stored = state.get(pageAnswersKey);
  return isRecord(stored) ? stored : {};
}
