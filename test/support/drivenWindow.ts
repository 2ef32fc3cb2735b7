import * as vscode from 'vscode';
import { passHumanTime } from './humanTime';
import { Replaced } from './replaced';

/** The common part of quick picks and input boxes without a window: a test does what VS Code would do to them. */
abstract class DrivenInput {
  title = '';
  placeholder = '';
  value = '';
  buttons: readonly vscode.QuickInputButton[] = [];
  readonly #changed = new vscode.EventEmitter<string>();
  readonly #accepted = new vscode.EventEmitter<void>();
  readonly #hidden = new vscode.EventEmitter<void>();
  readonly #buttonPressed = new vscode.EventEmitter<vscode.QuickInputButton>();
  readonly onDidChangeValue = this.#changed.event;
  readonly onDidAccept = this.#accepted.event;
  readonly onDidHide = this.#hidden.event;
  readonly onDidTriggerButton = this.#buttonPressed.event;

  type(text: string): void {
    this.value = text;
    this.#changed.fire(text);
  }

  /** Presses Enter, or lets it repeat, at once. */
  pressEnter(): void {
    this.#accepted.fire();
  }

  /** Presses the title button with this tooltip. */
  press(tooltip: string): void {
    this.#pressButton(this.buttons.find((one) => one.tooltip === tooltip));
  }

  /** Presses the title button Back. */
  goBack(): void {
    this.#pressButton(this.buttons.find((one) => one === vscode.QuickInputButtons.Back));
  }

  escape(): void {
    this.#hidden.fire();
  }

  dispose(): void {
    for (const emitter of [this.#changed, this.#accepted, this.#hidden, this.#buttonPressed]) emitter.dispose();
  }

  #pressButton(button: vscode.QuickInputButton | undefined): void {
    if (button) this.#buttonPressed.fire(button);
  }
}

/** A quick pick without a window. */
export class DrivenPick extends DrivenInput {
  items: readonly vscode.QuickPickItem[] = [];
  activeItems: readonly vscode.QuickPickItem[] = [];
  selectedItems: readonly vscode.QuickPickItem[] = [];
  isShown = false;
  busy = false;
  readonly #activated = new vscode.EventEmitter<readonly vscode.QuickPickItem[]>();
  readonly #rowButtonPressed = new vscode.EventEmitter<vscode.QuickPickItemButtonEvent<vscode.QuickPickItem>>();
  readonly #shown: (pick: DrivenPick) => void;
  readonly onDidChangeActive = this.#activated.event;
  readonly onDidChangeSelection = new vscode.EventEmitter<never>().event;
  readonly onDidTriggerItemButton = this.#rowButtonPressed.event;

  constructor(shown: (pick: DrivenPick) => void) {
    super();
    this.#shown = shown;
  }

  show(): void {
    this.isShown = true;
    const isRow = ({ kind }: vscode.QuickPickItem) => kind !== vscode.QuickPickItemKind.Separator;
    if (this.activeItems.length === 0) this.activeItems = this.items.filter(isRow).slice(0, 1);
    this.#shown(this);
  }

  override dispose(): void {
    super.dispose();
    this.isShown = false;
    this.#activated.dispose();
    this.#rowButtonPressed.dispose();
  }

  get labels(): readonly string[] {
    return this.items.map(({ label }) => label);
  }

  /** The texts of its rows where they have no labels, such as those of the review sheet. */
  get descriptions(): readonly string[] {
    return this.items.map(({ description = '' }) => description);
  }

  has(key: string): boolean {
    return this.items.some((item) => keyOf(item) === key);
  }

  /** Chooses the row with this key, or with this label where rows have no keys. */
  choose(key: string): void {
    this.accept(this.items.find((item) => (keyOf(item) ?? item.label) === key));
  }

  /** Chooses a row once there was time to see it. */
  accept(row: vscode.QuickPickItem | undefined): void {
    this.#activate(row);
    passHumanTime();
    this.pressEnter();
  }

  /** Goes to the row with this key, or with this label where rows have no keys. */
  goTo(key: string): void {
    this.#activate(this.items.find((item) => (keyOf(item) ?? item.label) === key));
  }

  #activate(row: vscode.QuickPickItem | undefined): void {
    this.activeItems = row ? [row] : [];
    this.#activated.fire(this.activeItems);
  }

  /** Presses Enter at the moment at which VS Code has removed the rows and doesn't know the new ones yet. */
  acceptBetween(): void {
    this.accept(undefined);
  }

  /** Presses the button with this tooltip of the row with this text in its label. */
  pressRow(label: string, tooltip: string): void {
    const item = this.items.find((one) => one.label.includes(label));
    const button = item?.buttons?.find((one) => one.tooltip === tooltip);
    if (item && button) this.#rowButtonPressed.fire({ item, button });
  }
}

/** An input box without a window: it is filled in and accepted, or closed, as soon as it is shown. */
export class DrivenBox extends DrivenInput {
  prompt = '';
  validationMessage: string | vscode.InputBoxValidationMessage | undefined;
  readonly #typed: (box: DrivenBox) => Promise<string | undefined>;

  constructor(typed: (box: DrivenBox) => Promise<string | undefined>) {
    super();
    this.#typed = typed;
  }

  show(): void {
    void this.#answer();
  }

  async #answer(): Promise<void> {
    const text = await this.#typed(this);
    if (text === undefined) this.escape();
    else this.enter(text);
  }

  /** Presses Enter in a text once there was time to see it. */
  enter(text: string): void {
    this.value = text;
    passHumanTime();
    this.pressEnter();
  }
}

function keyOf(item: vscode.QuickPickItem): string | undefined {
  return (item as { readonly key?: string }).key;
}

/**
 * Answers what this window asks, in place of the user: VS Code's test mode refuses to show modal questions, and nothing
 * can be typed in the extension host.
 */
export class DrivenWindow extends Replaced {
  /** Last quick pick that was shown. */
  pick: DrivenPick | undefined;
  /** Row to choose in a list that has it, by a part of its label. */
  row = '';
  meanwhile: () => Promise<unknown> = () => Promise.resolve();
  /** Text to type into the next box, given the text that it already contains; `undefined` closes it. */
  typed: (before: string, box: DrivenBox) => string | undefined | Promise<string | undefined> = (before) => before;
  /** Buttons to choose, one for each question in turn; without any left, a question is closed. */
  presses: string[] = [];
  /** The same for tests that do something else meanwhile. */
  button: (
    detail: string,
    buttons: readonly string[],
    title: string,
  ) => string | undefined | Promise<string | undefined> = () => this.presses.shift();
  /** Modal questions that were asked. */
  readonly questions: { readonly title: string; readonly detail: string; readonly buttons: readonly string[] }[] = [];
  readonly notices: string[] = [];
  readonly #shown = new vscode.EventEmitter<DrivenPick>();

  constructor() {
    super();
    const type = async (box: DrivenBox) => {
      await this.meanwhile();
      return this.typed(box.value, box);
    };
    const answer = (title: string, options: unknown, ...buttons: readonly string[]) => {
      const { modal, detail = '' } = (options ?? {}) as vscode.MessageOptions;
      if (modal) {
        this.questions.push({ title, detail, buttons });
        passHumanTime();
      } else {
        this.notices.push(title);
      }
      return Promise.resolve(modal ? this.button(detail, buttons, title) : undefined);
    };
    this.replace(vscode.window, {
      createQuickPick: () => new DrivenPick((pick) => void this.#show(pick)),
      createInputBox: () => new DrivenBox(type),
      showWarningMessage: answer,
      showInformationMessage: answer,
      showErrorMessage: answer,
    });
  }

  async #show(pick: DrivenPick): Promise<void> {
    this.pick = pick;
    const row = this.row && pick.items.find(({ label }) => label.includes(this.row));
    if (!row) {
      this.#shown.fire(pick);
      return;
    }
    await this.meanwhile();
    pick.accept(row);
  }

  /** Resolves with the next quick pick that {@link row} isn't chosen in, once it is shown. */
  next(): Promise<DrivenPick> {
    return new Promise((resolve) => {
      const listening = this.#shown.event((pick) => {
        listening.dispose();
        resolve(pick);
      });
    });
  }

  /** Does something. @returns the quick pick that it shows, and its own result, which may be there only once that closes */
  async shownBy<T>(act: () => T): Promise<{ readonly pick: DrivenPick; readonly result: T }> {
    const shown = this.next();
    const result = act();
    return { pick: await shown, result };
  }

  override dispose(): void {
    super.dispose();
    this.#shown.dispose();
  }
}
