import * as vscode from 'vscode';
import { withField, type Draft } from '../domain/draft';
import type { ConversationStartRequest } from '../domain/records';
import type { Target } from '../domain/target';
import { DisposableStore, type Disposable } from '../disposables';
import { editSheetField, type FieldChoices } from './sheetFieldEditors';
import { sheetRequest, sheetRows, type SheetRow, type SheetState } from './sheetRows';

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
    return await sheet.run();
  } finally {
    sheet.dispose();
  }
}

/** One quick pick. The typed text is the message; Enter on the first row starts. */
class ReviewSheet implements Disposable {
  readonly #options: ReviewSheetOptions;
  readonly #store = new DisposableStore();
  readonly #pick: vscode.QuickPick<SheetRow>;
  #state: SheetState;
  #editing = false;

  constructor(options: ReviewSheetOptions) {
    this.#options = options;
    this.#state = { draft: options.draft, target: undefined, instructions: options.instructions };
    this.#pick = this.#store.add(vscode.window.createQuickPick<SheetRow>());
    this.#pick.title = vscode.l10n.t('Start Conversation · {0}', options.service);
    this.#pick.placeholder = vscode.l10n.t('What should the agent do?');
    this.#pick.ignoreFocusOut = true;
    this.#pick.value = options.draft.fields.initial_user_msg ?? '';
  }

  async run(): Promise<Reviewed | undefined> {
    return new Promise((resolve, reject) => {
      this.#store.add(
        this.#pick.onDidChangeValue((text) => this.#edit(withField(this.#state.draft, 'initial_user_msg', text))),
      );
      this.#store.add(this.#pick.onDidHide(() => (this.#editing ? undefined : resolve(undefined))));
      this.#store.add(
        this.#pick.onDidAccept(() => {
          this.#accept().then((reviewed) => (reviewed ? resolve(reviewed) : undefined), reject);
        }),
      );
      this.#show();
      this.#lookForTarget().catch(reject);
    });
  }

  dispose(): void {
    this.#store.dispose();
  }

  async #lookForTarget(): Promise<void> {
    this.#pick.busy = true;
    const target = await this.#options.target;
    this.#pick.busy = false;
    // Somebody may have chosen a repository in the meantime.
    if (!this.#state.target) this.#become({ ...this.#state, target });
  }

  async #accept(): Promise<Reviewed | undefined> {
    const [row] = this.#pick.activeItems;
    if (!row) return undefined;
    if (row.action !== 'start') {
      await this.#editField(row.action);
      return undefined;
    }
    // Enter came faster than the Git extension: what is sent still has its target.
    await this.#options.target;
    const { draft } = this.#state;
    return { draft, request: sheetRequest(this.#state) };
  }

  async #editField(field: Exclude<SheetRow['action'], 'start'>): Promise<void> {
    this.#editing = true;
    this.#pick.hide();
    const edited = await editSheetField(field, this.#state, this.#options.choices);
    this.#editing = false;
    this.#become({ ...this.#state, ...edited });
    this.#options.onDidChange(this.#state.draft);
    this.#show(field);
  }

  #edit(draft: Draft): void {
    this.#become({ ...this.#state, draft });
    this.#options.onDidChange(draft);
  }

  #become(state: SheetState): void {
    this.#state = state;
    const active = this.#pick.activeItems[0]?.action;
    this.#fill(active);
  }

  #show(active?: SheetRow['action']): void {
    this.#fill(active);
    this.#pick.show();
  }

  #fill(active: SheetRow['action'] = 'start'): void {
    const rows = sheetRows(this.#state);
    this.#pick.items = rows;
    this.#pick.activeItems = rows.filter(({ action }) => action === active);
  }
}
