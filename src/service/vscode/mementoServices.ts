import type * as vscode from 'vscode';
import { isRecord } from '../../base/json';
import type { RememberedService } from '../knownServices';
import type { ServiceAddress } from '../../client/serviceUrl';

const key = 'services';

/** More than are ever offered, since forgotten ones count, too. */
const maxKept = 50;

/** The services that were used, stored for all windows: only their URLs, which have no user and no password. */
export class MementoServices {
  readonly #state: vscode.Memento;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  get services(): readonly RememberedService[] {
    const stored = this.#state.get<unknown>(key);
    return Array.isArray(stored) ? stored.flatMap(serviceFrom) : [];
  }

  async remember({ baseUrl }: ServiceAddress): Promise<void> {
    await this.#put({ baseUrl, at: Date.now() });
  }

  async forget({ baseUrl }: ServiceAddress): Promise<void> {
    await this.#put({ baseUrl, at: Date.now(), forgotten: true });
  }

  async #put(service: RememberedService): Promise<void> {
    const others = this.services.filter(({ baseUrl }) => baseUrl !== service.baseUrl);
    const newestFirst = [service, ...others].sort((a, b) => b.at - a.at);
    await this.#state.update(key, newestFirst.slice(0, maxKept));
  }
}

/** Stored data may be from another version. */
function serviceFrom(stored: unknown): readonly RememberedService[] {
  if (!isRecord(stored)) return [];
  const { baseUrl, at, forgotten } = stored;
  if (typeof baseUrl !== 'string' || typeof at !== 'number') return [];
  return [{ baseUrl, at, ...(forgotten === true && { forgotten }) }];
}
