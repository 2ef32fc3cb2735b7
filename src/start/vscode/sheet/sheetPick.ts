import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../base/lifecycle';
import { PressGuard } from '../../../base/pressGuard';
import { plainNotification } from '../../../base/text';
import { onceDrawn, showQuickInput } from '../../../base/vscode/quickInputs';
import { withField, type Draft } from '../../../draft/draft';
import { addSheetActions } from './sheetActions';
import { sheetRows, type SheetRow } from './sheetRows';
import type { RowAction, SheetState } from './sheetState';

export interface SheetEvents {
  edit(draft: Draft): void;
  start(): void;
  /** A row or button that asks for something: the sheet is hidden meanwhile. */
  ask(answer: RowAction): void;
  close(): void;
}

/** The quick pick of the sheet: the typed text is the message, and Enter on the first row starts. */
export class SheetPick implements Disposable {
  readonly #store = new DisposableStore();
  readonly #pick: vscode.QuickPick<SheetRow>;
  readonly #guard = new PressGuard();
  /** True if the sheet was opened without a draft: all that it sends was typed or chosen on it. */
  readonly #isOwn: boolean;
  #state: SheetState;
  /** The row that Enter accepts. While rows are replaced, VS Code briefly reports none. */
  #active = 'start';
  #rows: readonly SheetRow[] = [];
  /** The rows as VS Code was told to show them. */
  #shown = '';
  /** How often the rows were replaced without VS Code having taken it yet. */
  #untaken = 0;

  /**
   * @param service destination, for the title
   * @param isOwn true if the sheet was opened without a draft
   */
  constructor(service: string, state: SheetState, isOwn: boolean, events: SheetEvents) {
    this.#state = state;
    this.#isOwn = isOwn;
    const pick = (this.#pick = this.#store.add(vscode.window.createQuickPick<SheetRow>()));
    const message = state.draft.fields.initial_user_msg ?? '';
    const title = state.to
      ? vscode.l10n.t('Send Follow-Up · {0}', service)
      : vscode.l10n.t('Start Conversation · {0}', service);
    pick.title = plainNotification(title);
    pick.placeholder = placeholder(state.draft);
    pick.ignoreFocusOut = true;
    this.#listen(message, events);
    addSheetActions(pick, this.#store, (action) => events.ask(action));
    this.update(state);
    showQuickInput(pick, () => {
      onceDrawn(() => this.#guard.drawn());
      // Text that is present when the pick opens would be selected completely, and the next key would replace it. If
      // empty, nothing is set: that would discard text typed in the meantime.
      if (message !== '') pick.value = message;
    });
  }

  update(state: SheetState): void {
    this.#state = state;
    this.#rows = sheetRows(state);
    this.#pick.busy = state.targetContext === undefined;
    const shown = JSON.stringify(this.#rows);
    // VS Code is late to report the row that the user moves to. An unnecessary refill would lose that row, and Enter
    // would start.
    if (shown !== this.#shown) this.#refill();
    this.#shown = shown;
  }

  #refill(): void {
    if (!this.#rows.some(({ key }) => key === this.#active)) this.#active = 'start';
    this.#pick.items = this.#rows;
    this.#pick.activeItems = this.#rows.filter(({ key }) => key === this.#active);
    this.#untaken++;
    onceDrawn(() => this.#untaken--);
  }

  dispose(): void {
    this.#store.dispose();
  }

  #listen(message: string, events: SheetEvents): void {
    const [store, pick] = [this.#store, this.#pick];
    store.add(
      pick.onDidChangeValue((text) => {
        // The text set here, reported back: VS Code has moved to the first row for it.
        if (text === message && text === this.#state.draft.fields.initial_user_msg) this.#refill();
        else this.#edit(text, events);
      }),
    );
    store.add(pick.onDidHide(() => events.close()));
    store.add(pick.onDidChangeActive(([row]) => (this.#active = row?.key ?? this.#active)));
    store.add(pick.onDidAccept(() => this.#accept(events)));
    store.add(
      pick.onDidTriggerItemButton(({ item }) => {
        // VS Code reports a button by its row's place: until it has taken new rows, that's another one.
        const remove = this.#untaken > 0 ? undefined : this.#row(item.key)?.remove;
        if (remove) events.edit(remove(this.#state.draft));
      }),
    );
  }

  #row(wanted: string): SheetRow | undefined {
    return this.#rows.find(({ key }) => key === wanted);
  }

  #edit(text: string, events: SheetEvents): void {
    this.#guard.release();
    events.edit(withField(this.#state.draft, 'initial_user_msg', text));
  }

  /** The sheet is shown with "Start" active: to get to another row, the user has pressed another key. */
  #accept(events: SheetEvents): void {
    const row = this.#row(this.#active);
    if (row?.answer) events.ask(row.answer);
    else if (row && this.#guard.accepts(this.#isOwn)) events.start();
  }
}

function placeholder({ body = '' }: Draft): string {
  return body.trim() === ''
    ? vscode.l10n.t('What should the agent do?')
    : vscode.l10n.t('What you type here is added to the message below.');
}
