import type * as vscode from 'vscode';
import { draftFieldsFrom, emptyDraft, type Draft } from '../domain/draft';
import type { DraftStore } from '../domain/ports';

const key = 'draft';

/** This workspace's draft, in the state that VS Code keeps for the workspace. */
export class MementoDraft implements DraftStore {
  readonly #state: vscode.Memento;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  load(): Draft {
    const fields = draftFieldsFrom(this.#state.get(key));
    return fields ? { fields } : emptyDraft;
  }

  save(draft: Draft): void {
    void this.#state.update(key, draft.fields);
  }

  clear(): void {
    void this.#state.update(key, undefined);
  }
}
