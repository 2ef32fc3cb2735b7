import type * as vscode from 'vscode';
import { isRecord } from '../../base/common/json';
import type { GitProvider } from '../../client/common/records';
import type { ProviderMemory } from '../common/targets';

const key = 'gitProviders';

/** Answers to "which provider does this host belong to", stored for all windows. */
export class MementoProviders implements ProviderMemory {
  readonly #state: vscode.Memento;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  get providers(): Readonly<Record<string, unknown>> {
    const stored = this.#state.get<unknown>(key);
    return isRecord(stored) ? stored : {};
  }

  async remember(host: string, provider: GitProvider): Promise<void> {
    await this.#state.update(key, { ...this.providers, [host]: provider });
  }
}
