import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../base/lifecycle';
import { PressGuard } from '../../../base/pressGuard';
import { plainNotification } from '../../../base/text';
import { onceDrawn, showQuickInput } from '../../../base/vscode/quickInputs';
import { windowCaughtUp } from '../../../base/vscode/contextKeys';
import { withField, type Draft } from '../../../draft/draft';
import { addSheetActions } from './sheetActions';
import { sheetRows, type SheetRow } from './sheetRows';
import type { RowAction, SheetState } from './sheetState';

interface SheetEvents {
  edit(draft: Draft): void;
  /** Called with each Enter on "Start". What it returns is called if the Enter turns out to be a press of its own. */
  prepareStart(): () => void;
  /** A row or button with a prompt was selected. The sheet is hidden during the prompt. */
  ask(action: RowAction): void;
  close(): void;
}

/** The quick pick of the sheet. The typed text is the message, and Enter on the first row starts. */
export class SheetPick implements Disposable {
  readonly #store = new DisposableStore();
  readonly #pick: vscode.QuickPick<SheetRow>;
  readonly #guard = this.#store.add(new PressGuard(windowCaughtUp));
  /** True if the sheet was opened without content: the user typed or chose on it everything that is sent. */
  readonly #wasOpenedEmpty: boolean;
  #state: SheetState;
  /** The row that Enter accepts. VS Code briefly reports none while rows are replaced. */
  #active = 'start';
  #rows: readonly SheetRow[] = [];
  /** The rows that VS Code was last told to show, as JSON. */
  #shown = '';
  /** How many times the rows were replaced without VS Code having drawn them yet. */
  #pendingRefills = 0;

  /**
   * @param service destination, for the title
   * @param wasOpenedEmpty true if the sheet was opened without content
   */
  constructor(service: string, state: SheetState, wasOpenedEmpty: boolean, events: SheetEvents) {
    this.#state = state;
    this.#wasOpenedEmpty = wasOpenedEmpty;
    const pick = (this.#pick = this.#store.add(vscode.window.createQuickPick<SheetRow>()));
    const message = state.draft.fields.initial_user_msg ?? '';
    const title = state.to
      ? vscode.l10n.t('Send Follow-Up · {0}', service)
      : vscode.l10n.t('Start Conversation · {0}', service);
    pick.title = plainNotification(title);
    pick.placeholder = placeholder(state);
    pick.ignoreFocusOut = true;
    this.#listen(message, events);
    addSheetActions(pick, this.#store, (action) => events.ask(action));
    this.update(state);
    showQuickInput(pick, () => {
      onceDrawn(() => this.#guard.drawn());
      // VS Code selects a text that is present when a quick pick opens, so that the next key would replace it. An empty
      // text isn't set, because that would discard what the user typed meanwhile.
      if (message !== '') pick.value = message;
    });
  }

  get isOnStart(): boolean {
    return this.#active === 'start';
  }

  update(state: SheetState): void {
    this.#state = state;
    this.#rows = sheetRows(state);
    this.#pick.busy = state.targetContext === undefined;
    const shown = JSON.stringify(this.#rows);
    // VS Code reports the row that the user moves to with a delay. Replacing the rows before that would select the
    // previous row again, so that Enter might start. So unchanged rows aren't replaced.
    if (shown !== this.#shown) this.#refill();
    this.#shown = shown;
  }

  /** To be called when what is sent has changed without the user: an Enter pressed before was meant for what was shown then. */
  forgetEnter(): void {
    this.#guard.restart();
  }

  /** To be called when something new is shown: an Enter that is on its way was meant for the sheet without it. */
  ignoreNextEnters(): void {
    this.#guard.beginPause();
  }

  #refill(): void {
    if (!this.#row(this.#active)) {
      this.#active = 'start';
      // An Enter that is on its way was meant for the row that is gone.
      this.#guard.restart();
    }
    this.#pick.items = this.#rows;
    this.#pick.activeItems = this.#rows.filter(({ key }) => key === this.#active);
    this.#pendingRefills++;
    onceDrawn(() => this.#pendingRefills--);
  }

  dispose(): void {
    this.#store.dispose();
  }

  #listen(message: string, events: SheetEvents): void {
    const [store, pick] = [this.#store, this.#pick];
    store.add(
      pick.onDidChangeValue((text) => {
        // This is the text that this class has set. VS Code has selected the first row for it, so the rows are filled again.
        if (text === message && text === this.#state.draft.fields.initial_user_msg) this.#refill();
        else this.#edit(text, events);
      }),
    );
    store.add(pick.onDidHide(() => events.close()));
    store.add(pick.onDidChangeActive(([row]) => (this.#active = row?.key ?? this.#active)));
    store.add(pick.onDidAccept(() => this.#accept(events)));
    store.add(
      pick.onDidTriggerItemButton(({ item }) => {
        // VS Code identifies a button by the index of its row. Until it has drawn new rows, that may be another row.
        const remove = this.#pendingRefills > 0 ? undefined : this.#row(item.key)?.remove;
        if (remove) events.edit(remove(this.#state.draft));
      }),
    );
  }

  #row(wanted: string): SheetRow | undefined {
    return this.#rows.find(({ key }) => key === wanted);
  }

  #edit(text: string, events: SheetEvents): void {
    this.#guard.noteOtherInput();
    events.edit(withField(this.#state.draft, 'initial_user_msg', text));
  }

  /** Only "Start" is guarded: to get to another row, the user must have pressed another key before Enter. */
  #accept(events: SheetEvents): void {
    const row = this.#row(this.#active);
    if (row?.action) {
      events.ask(row.action);
    } else if (row) {
      const start = events.prepareStart();
      // While the guard waits for more Enters, the user may move to another row.
      const startIfStillThere = () => {
        if (this.#active === row.key) start();
      };
      this.#guard.press(startIfStillThere, this.#wasOpenedEmpty);
    }
  }
}

function placeholder({ draft: { body = '' }, to }: SheetState): string {
  if (body.trim() !== '') return vscode.l10n.t('What you type here is added to the message below.');
  return to ? vscode.l10n.t('What should the agent do next?') : vscode.l10n.t('What should the agent do?');
}
