import * as vscode from 'vscode';
import { withField, type Draft } from '../domain/draft';
import type { ConversationStartRequest } from '../domain/records';
import type { Target } from '../domain/target';
import { DisposableStore, type Disposable } from '../disposables';
import { editSheetField, type FieldChoices } from './sheetFieldEditors';
import { sheetRequest, sheetRows, type SheetField, type SheetRow, type SheetState } from './sheetRows';

export interface ReviewSheetOptions {
  readonly draft: Draft;
  /** Where it will be sent, for the title. */
  readonly service: string;
  /** Made once; the sheet opens before it is known. */
  readonly target: Promise<Target>;
  readonly instructions: string;
  readonly choices: FieldChoices;
  /** The draft changed: keep it. */
  readonly onDidChange: (draft: Draft) => void;
}

/** What a person decided to send, exactly as the sheet showed it. */
export interface Reviewed {
  readonly draft: Draft;
  readonly request: ConversationStartRequest;
}

/** Shows the sheet on which everything is reviewed before it is sent. `undefined` when it was closed without a start. */
export async function reviewSheet(options: ReviewSheetOptions): Promise<Reviewed | undefined> {
  const sheet = new ReviewSheet(options);
  try {
    sheet.show();
    const found = options.target.then((target) => {
      // Somebody may have chosen a repository in the meantime.
      if (!sheet.state.target) sheet.become({ target });
    });
    return await Promise.race([sheet.result, found.then(() => sheet.result)]);
  } finally {
    sheet.dispose();
  }
}

/** A quick pick. The typed text is the message; Enter on the first row starts. */
class ReviewSheet implements Disposable {
  readonly #options: ReviewSheetOptions;
  readonly #settled: (reviewed: Promise<Reviewed> | undefined) => void;
  readonly result: Promise<Reviewed | undefined>;
  #state: SheetState;
  #shown: { readonly pick: vscode.QuickPick<SheetRow>; readonly store: DisposableStore } | undefined;

  constructor(options: ReviewSheetOptions) {
    this.#options = options;
    this.#state = { draft: options.draft, target: undefined, instructions: options.instructions };
    let settled: (reviewed: Promise<Reviewed> | undefined) => void = () => undefined;
    this.result = new Promise((resolve) => (settled = resolve));
    this.#settled = settled;
  }

  show(active: SheetRow['action'] = 'start'): void {
    const store = new DisposableStore();
    const pick = store.add(vscode.window.createQuickPick<SheetRow>());
    this.#shown = { pick, store };
    pick.title = vscode.l10n.t('Start Conversation · {0}', this.#options.service);
    pick.placeholder = vscode.l10n.t('What should the agent do?');
    pick.ignoreFocusOut = true;
    pick.busy = this.#state.target === undefined;
    const message = this.#state.draft.fields.initial_user_msg ?? '';
    store.add(
      pick.onDidChangeValue((text) => {
        // Our own text coming back: VS Code has moved to the first row for it.
        if (text === message && text === this.#state.draft.fields.initial_user_msg) this.#fill(active);
        else this.#edit(withField(this.#state.draft, 'initial_user_msg', text));
      }),
    );
    store.add(pick.onDidHide(() => this.#settled(undefined)));
    store.add(pick.onDidAccept(() => this.#accept(pick.activeItems[0])));
    this.#fill(active);
    pick.show();
    // A text that is there when the pick opens would be selected as a whole, and the next key would replace it.
    pick.value = message;
  }

  /** What the rows say as soon as the workspace has been looked at. */
  become(state: Partial<SheetState>): void {
    this.#state = { ...this.#state, ...state };
    this.#fill(this.#shown?.pick.activeItems[0]?.action);
  }

  get state(): SheetState {
    return this.#state;
  }

  dispose(): void {
    this.#hide();
    this.#settled(undefined);
  }

  #accept(row: SheetRow | undefined): void {
    if (row?.action === 'start') this.#settled(this.#reviewed());
    else if (row) this.#editField(row.action).catch((error: unknown) => this.#settled(Promise.reject(error as Error)));
  }

  /** Enter may come faster than the Git extension: what is sent still has its target. */
  async #reviewed(): Promise<Reviewed> {
    const target = await this.#options.target;
    this.#state = { ...this.#state, target: this.#state.target ?? target };
    return { draft: this.#state.draft, request: sheetRequest(this.#state) };
  }

  async #editField(field: SheetField): Promise<void> {
    this.#hide();
    const edited = await editSheetField(field, this.#state, this.#options.choices);
    this.#state = { ...this.#state, ...edited };
    this.#options.onDidChange(this.#state.draft);
    this.show(field);
  }

  #edit(draft: Draft): void {
    this.become({ draft });
    this.#options.onDidChange(draft);
  }

  #hide(): void {
    this.#shown?.store.dispose();
    this.#shown = undefined;
  }

  #fill(active: SheetRow['action'] = 'start'): void {
    if (!this.#shown) return;
    const { pick } = this.#shown;
    const rows = sheetRows(this.#state);
    pick.busy = this.#state.target === undefined;
    pick.items = rows;
    pick.activeItems = rows.filter(({ action }) => action === active);
  }
}
