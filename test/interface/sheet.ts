import type { Context } from 'mocha';
import type { QuickRow } from '../host/quickInput';
import type { Workbench } from '../host/workbench';
import type { Service } from '../service/service';
import { forgetDrafts } from './forgetDrafts';

/** Time that a sheet may take to come back from a question, in milliseconds. */
const mayComeBack = 3_000;

/** The review sheet, used with the keyboard like a user: typed text is the message, arrow keys go to rows. */
export class Sheet {
  readonly #workbench: Workbench;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
  }

  /** Opens it, and waits until it knows the workspace. */
  async open(): Promise<void> {
    await this.#workbench.runCommand('Agent: Start Conversation...');
    await this.#workbench.quickInput.waitForTitle(/^Start Conversation/);
    await this.waitForRow('Repository: octocat/');
  }

  /** Opens it, and closes it again. @returns its rows */
  async glance(): Promise<readonly QuickRow[]> {
    await this.open();
    const rows = await this.#workbench.quickInput.rows();
    await this.close();
    return rows;
  }

  /**
   * Closes everything after each test. After a failed one, also deletes what was being written, which would be in the
   * way of the next one.
   */
  async tidyUp({ currentTest }: Context): Promise<void> {
    await this.close();
    if (currentTest?.isFailed()) await forgetDrafts(this.#workbench);
    if ((await this.#workbench.notifications.all()).length > 0)
      await this.#workbench.runCommand('Notifications: Clear All Notifications');
  }

  /** Closes it, and any question before it: a question that is closed leads back to the sheet. */
  async close(): Promise<void> {
    const { dialog, page, patience, quickInput } = this.#workbench;
    // Time until which a sheet may come back.
    let until = 0;
    await patience.until(
      'no quick input',
      async () => {
        const open = await quickInput.state();
        const isOpen = open !== undefined || (await dialog.state()) !== undefined;
        if (isOpen) {
          until = open && isQuestion(open.title) ? Date.now() + mayComeBack : 0;
          await page.keyboard.press('Escape');
        }
        return isOpen || Date.now() < until;
      },
      (isLeft) => !isLeft,
    );
  }

  /** Waits for a row by the beginning of its text. */
  async waitForRow(words: string, accept: (row: QuickRow) => boolean = () => true): Promise<void> {
    const { patience, quickInput } = this.#workbench;
    const isThere = (rows: readonly QuickRow[]) => rows.some((row) => row.description.startsWith(words) && accept(row));
    await patience.until(
      `the row "${words}"`,
      async () => {
        const inSight = await quickInput.visibleRows();
        return isThere(inSight) ? inSight : quickInput.rows();
      },
      isThere,
    );
  }

  /** Waits until the sheet is there and has no such row. */
  async waitForNoRow(words: string): Promise<void> {
    await this.#workbench.patience.until(
      `a sheet without the row "${words}"`,
      () => this.#workbench.quickInput.rows(),
      (rows) => rows.some(({ icon }) => icon === 'play') && !rows.some((row) => row.description.startsWith(words)),
    );
  }

  /** Clicks the close button of a row, which removes what it shows. */
  async remove(words: string): Promise<void> {
    const { quickInput } = this.#workbench;
    await this.waitForRow(words);
    const row = (await quickInput.rows()).find(({ description }) => description.startsWith(words));
    await quickInput.clickButtonOf(row!, 'Remove');
    await this.waitForNoRow(words);
  }

  async waitForMessage(text: string): Promise<void> {
    const shown = () => this.#workbench.quickInput.state();
    await this.#workbench.patience.until(`the message "${text}"`, shown, (state) => state?.value === text);
  }

  /**
   * Goes to a row with the arrow keys, checking where they led, and presses Enter once it stays there: the sheet
   * rebuilds its rows after every change, and may have missed some keys.
   */
  async choose(words: string): Promise<void> {
    await this.#choose(words, ({ description }) => description.startsWith(words));
  }

  /** Adds words to the message once the sheet knows the workspace, and presses Enter. Returns what the service gets. */
  async send(words: string, service: Service): Promise<Readonly<Record<string, unknown>>> {
    const { quickInput } = this.#workbench;
    const since = service.requests.length;
    await this.waitForRow('Repository: octocat/');
    if (words !== '') await quickInput.type(words);
    await quickInput.accept();
    const { body } = await service.waitForRequest('startConversation', { since });
    return body as Readonly<Record<string, unknown>>;
  }

  /** Chooses the first row. */
  async start(): Promise<void> {
    await this.#choose('Start', ({ icon }) => icon === 'play');
  }

  /** Opens the list behind the last row, and chooses an entry by its name. */
  async add(label: string): Promise<void> {
    await this.choose('More Options...');
    await this.#workbench.quickInput.waitForTitle('More Options');
    await this.#workbench.quickInput.choose(label);
  }

  async #choose(words: string, isWanted: (row: QuickRow) => boolean): Promise<void> {
    const { quickInput, patience } = this.#workbench;
    let looks = 0;
    await patience.until(
      `the row "${words}" to be chosen`,
      async () => {
        const inSight = await quickInput.visibleRows();
        const hasBoth = inSight.some(isWanted) && inSight.some(({ focused }) => focused);
        const rows = hasBoth ? inSight : await quickInput.rows();
        const wanted = rows.find(isWanted)?.index ?? NaN;
        const steps = wanted - (rows.find(({ focused }) => focused)?.index ?? -1);
        looks = steps === 0 ? looks + 1 : 0;
        for (let step = 0; step < Math.abs(steps); step++) await quickInput.press(steps > 0 ? 'ArrowDown' : 'ArrowUp');
        return rows;
      },
      () => looks === 3,
    );
    await quickInput.accept();
  }
}

/**
 * True for the questions of the sheet and for lists that lead nowhere, which have a title. Those of VS Code have none.
 */
function isQuestion(title: string): boolean {
  return title !== '' && !title.startsWith('Start Conversation');
}
