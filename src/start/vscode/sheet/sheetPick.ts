import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../base/lifecycle';
import { plainNotification } from '../../../base/text';
import { withField, type Draft } from '../../../draft/draft';
import { addSheetActions } from './sheetActions';
import { sheetRows, type SheetRow } from './sheetRows';
import type { Answer, SheetState } from './sheetState';

export interface SheetEvents {
  edit(draft: Draft): void;
  start(): void;
  /** A row or button that asks for something: the sheet is hidden meanwhile. */
  ask(answer: Answer): void;
  close(): void;
}

/** The quick pick of the sheet: the typed text is the message, and Enter on the first row starts. */
export class SheetPick implements Disposable {
  readonly #store = new DisposableStore();
  readonly #pick: vscode.QuickPick<SheetRow>;
  #state: SheetState;
  /** The row that Enter accepts. While rows are replaced, VS Code briefly reports none. */
  #active = 'start';

  /** @param service destination, for the title */
  constructor(service: string, state: SheetState, events: SheetEvents) {
    this.#state = state;
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
    pick.show();
    // Text that is present when the pick opens would be selected completely, and the next key would replace it. If
    // empty, nothing is set: that would discard text typed in the meantime.
    if (message !== '') pick.value = message;
  }

  /** Keeps the active row, if it is still there. */
  update(state: SheetState): void {
    this.#state = state;
    const rows = sheetRows(state);
    if (!rows.some(({ key }) => key === this.#active)) this.#active = 'start';
    this.#pick.busy = state.surroundings === undefined;
    this.#pick.items = rows;
    this.#pick.activeItems = rows.filter(({ key }) => key === this.#active);
  }

  dispose(): void {
    this.#store.dispose();
  }

  #listen(message: string, events: SheetEvents): void {
    const [store, pick] = [this.#store, this.#pick];
    store.add(
      pick.onDidChangeValue((text) => {
        // The text set here, reported back: VS Code has moved to the first row for it.
        if (text === message && text === this.#state.draft.fields.initial_user_msg) this.update(this.#state);
        else events.edit(withField(this.#state.draft, 'initial_user_msg', text));
      }),
    );
    store.add(pick.onDidHide(() => events.close()));
    store.add(pick.onDidChangeActive(([row]) => (this.#active = row?.key ?? this.#active)));
    store.add(pick.onDidAccept(() => this.#accept(events)));
    store.add(
      pick.onDidTriggerItemButton(({ item }) => events.edit(item.remove?.(this.#state.draft) ?? this.#state.draft)),
    );
  }

  #accept(events: SheetEvents): void {
    const row = this.#pick.items.find(({ key }) => key === this.#active);
    if (row?.key === 'start') events.start();
    else if (row?.answer) events.ask(row.answer);
  }
}

function placeholder({ body = '' }: Draft): string {
  return body.trim() === ''
    ? vscode.l10n.t('What should the agent do?')
    : vscode.l10n.t('What you type here is added to the message below.');
}
