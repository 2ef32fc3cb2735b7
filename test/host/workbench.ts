import path from 'node:path';
import process from 'node:process';
import type { Page } from 'playwright-core';
import { readPageStorage } from '../support/pageStorage';
import { Recorder } from '../support/recorder';
import { BrowserProfile } from './browserProfile';
import { CommandPalette } from './commandPalette';
import { Dialog } from './dialog';
import { EditorArea } from './editorArea';
import { Explorer } from './explorer';
import { Notifications } from './notifications';
import { plainText } from './pageElement';
import { screenshotFolder } from './paths';
import { Patience, usualDeadline } from './patience';
import { QuickInput } from './quickInput';
import { makeSampleRepository } from './sampleRepository';
import { Server } from './server';
import { StatusBarItem } from './statusBarItem';
import { TemporaryFolder } from './temporaryFolder';
import { isUnseen, testVariables } from './testReport';
import { TreeView } from './treeView';
import { type HostVersion, hostVersion } from './versions';
import { shippedExtension } from './vsix';
import { windowSettings } from './windowSettings';

export interface WorkbenchOptions {
  /**
   * Absolute path of a folder or a `.code-workspace` file, a new sample repository by default; `null`: an empty window.
   */
  readonly folder?: string | null;
  /** Changes the new sample repository before it is opened. */
  readonly arrange?: (folder: string) => Promise<void>;
  /** The version that the test run is about by default. */
  readonly version?: HostVersion;
  /** See `ServerOptions.machineSettings`. */
  readonly machineSettings?: Readonly<Record<string, unknown>>;
  /** See `ServerOptions.userSettings`. */
  readonly userSettings?: Readonly<Record<string, unknown>>;
  /** Asks whether the folder is trusted, as VS Code does for its users; if unset, it is trusted. */
  readonly workspaceTrust?: boolean;
  /** See `ServerOptions.language`. */
  readonly language?: string;
  /** Environment variables for VS Code and its extension host. */
  readonly env?: Readonly<Record<string, string>>;
  /** Folders of extensions to load besides ours. */
  readonly extensions?: readonly string[];
  /** Size of the window in pixels, {@link usualSize} by default. */
  readonly size?: { readonly width: number; readonly height: number };
}

/** Tall enough for the review sheet to show all its rows: a list that is scrolled is drawn and read many times. */
export const usualSize = { width: 1280, height: 1200 };

/** Time a window may take to load, in milliseconds. */
const startDeadline = 90_000;

/** The extension's status bar item. */
const ownItem = 'agent-conversations.agent-conversations.agentConversations.status';

/**
 * A VS Code window with the shipped extension in it, to use as a user does. Every action waits until it can be done,
 * and fails with what was seen instead. Made by {@link Workbench.open}.
 */
export class Workbench {
  readonly page: Page;
  readonly server: Server;
  /** Folder or workspace file that the window is open on; `null` when it is empty. */
  readonly folder: string | null;
  readonly quickInput: QuickInput;
  readonly notifications: Notifications;
  readonly dialog: Dialog;
  readonly editor: EditorArea;
  readonly explorer: Explorer;
  /** Waits for what this class doesn't know. */
  readonly patience: Patience;
  /** Watches over the marked secrets of the test. */
  readonly recorder: Recorder;
  readonly #palette: CommandPalette;
  readonly #dispose: () => Promise<void>;
  readonly #console: string[] = [];
  readonly #opened: string[] = [];

  constructor(page: Page, server: Server, folder: string | null, recorder: Recorder, dispose: () => Promise<void>) {
    const patience = new Patience(page, server.version.vscode);
    this.page = page;
    this.recorder = recorder;
    this.server = server;
    this.folder = folder;
    this.patience = patience;
    this.quickInput = new QuickInput(page, patience);
    this.#palette = new CommandPalette(page, patience, this.quickInput);
    this.notifications = new Notifications(page, patience);
    this.dialog = new Dialog(page, patience);
    this.editor = new EditorArea(page, patience);
    this.explorer = new Explorer(page, patience);
    this.#dispose = dispose;
    page.setDefaultTimeout(usualDeadline);
    page.setDefaultNavigationTimeout(startDeadline);
    page.on('console', (message) => this.#noteConsole(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => this.#noteConsole(`error: ${error.stack ?? error.message}`));
    page.on('popup', (popup) => void this.#notePopup(popup));
  }

  /**
   * Starts a VS Code of its own and opens a window in it: nothing is shared with another one.
   * @throws {Error} If it can't be started or doesn't show the extension.
   */
  static async open(options: WorkbenchOptions = {}): Promise<Workbench> {
    const started: (() => Promise<void> | void)[] = [];
    const dispose = async () => {
      for (const end of started.splice(0).reverse()) await end();
    };
    try {
      const { folder: extension } = await shippedExtension();
      const version = options.version ?? hostVersion(process.env[testVariables.vscode]);
      let { folder } = options;
      if (folder === undefined) {
        const parent = new TemporaryFolder('sample');
        started.push(() => parent.dispose());
        folder = (await makeSampleRepository(parent.path)).path;
        await options.arrange?.(folder);
      }
      const userSettings = { ...windowSettings, ...options.userSettings };
      const profile = await BrowserProfile.take();
      started.push(() => profile.dispose());
      const server = await Server.start({
        ...options,
        version,
        extensions: [extension, ...(options.extensions ?? [])],
        userSettings,
        ...(await profile.port()),
      });
      started.push(() => server.dispose());
      const { context, page } = profile;
      await page.setViewportSize(options.size ?? usualSize);
      const recorder = await Recorder.watch(context);
      await recorder.watchFolder(path.join(server.dataFolder, 'data'));
      if (folder !== null)
        await recorder.watchFolder(folder.endsWith('.code-workspace') ? path.dirname(folder) : folder);
      const workbench = new Workbench(page, server, folder, recorder, async () => {
        try {
          await recorder.lookAround(page.isClosed() ? [] : [page]);
          const { texts, files } = recorder.searched;
          console.log(`      Searched ${texts} texts and ${files} files for secrets.`);
          recorder.assertSilent();
        } finally {
          await recorder.stop();
          await profile.giveBack(server);
          await dispose();
        }
      });
      await workbench.#load();
      return workbench;
    } catch (error) {
      await dispose();
      throw error;
    }
  }

  /** Opens a second window of the same VS Code and the same user; disposing of it closes only that window. */
  async openWindow(folder: string | null = this.folder): Promise<Workbench> {
    const page = await this.page.context().newPage();
    const size = this.page.viewportSize();
    if (size) await page.setViewportSize(size);
    const window = new Workbench(page, this.server, folder, this.recorder, () => page.close());
    await window.#load();
    return window;
  }

  /** Runs a command from the palette by its full title, such as `Agent: Start Conversation...`. */
  runCommand(title: string): Promise<void> {
    return this.#palette.run(title);
  }

  /** Titles the palette lists for a text, best match first. */
  commandTitles(text: string): Promise<readonly string[]> {
    return this.#palette.titles(text);
  }

  /** Opens a container of the activity bar by its name. */
  async openContainer(name: string): Promise<void> {
    const action = this.page.locator('.activitybar .action-item').filter({
      has: this.page.locator(`.action-label[aria-label^="${name}"]`),
    });
    const title = async () =>
      plainText((await this.page.locator('.part.sidebar .composite.title h2').allTextContents()).join(' '));
    if (!(await title()).startsWith(name)) {
      await this.patience.act(`open ${name}`, () => action.click());
      // The tooltip of the icon would lie over the first rows.
      await this.page.mouse.move(1, 1);
    }
    await this.patience.until(`the side bar to show ${name}`, title, (shown) => shown.startsWith(name));
  }

  /** A tree view of the open container by its title. */
  view(title: string): TreeView {
    return new TreeView(this.page, this.patience, title);
  }

  /** A status bar item, the extension's own unless an id is given. */
  statusBarItem(id = ownItem): StatusBarItem {
    return new StatusBarItem(this.page, this.patience, id);
  }

  /** Text on the clipboard. */
  async clipboard(): Promise<string> {
    await this.page.bringToFront();
    return this.patience.act('read the clipboard', () => this.page.evaluate<string>('navigator.clipboard.readText()'));
  }

  /** Waits for the next page VS Code opens in a browser and returns its address; the page itself is closed. */
  async waitForOpenedPage(): Promise<string> {
    const opened = () => Promise.resolve(this.#opened);
    await this.patience.until('a page to be opened', opened, ({ length }) => length > 0);
    return this.#opened.shift()!;
  }

  /**
   * Waits until VS Code has saved that a document is open, to open it again after a reload: in a browser it does so
   * every five seconds, and not when the window goes away.
   */
  async untilRemembered(document: string): Promise<void> {
    await this.patience.until(
      `VS Code to remember the editor of ${document}`,
      async () => Object.entries(await this.page.evaluate(readPageStorage)),
      (kept) => kept.some(([place, text]) => place.includes('workbench.parts.editor') && text.includes(document)),
    );
  }

  /** Reloads the window, as Developer: Reload Window does. */
  async reload(): Promise<void> {
    await this.page.reload();
    await this.#waitForExtension();
  }

  /**
   * Saves a screenshot as `.vscode-test/screenshots/<VS Code version>/<name>.png`, if the run is for one title or for all
   * tests: each takes the processor for a third of a second, and nobody looks at those of the other runs.
   */
  async screenshot(name: string): Promise<void> {
    if (isUnseen()) return;
    await this.page.screenshot({ path: path.join(screenshotFolder(this.server.version.vscode), `${name}.png`) });
  }

  /**
   * Ends it, after a last search for marked secrets.
   * @throws {AssertionError} If one was anywhere but where the test itself had put it.
   */
  async dispose(): Promise<void> {
    await this.#dispose();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.dispose();
  }

  async #load(): Promise<void> {
    await this.page.goto(this.server.folderAddress(this.folder));
    await this.#waitForExtension();
  }

  /** Waits until the extension runs: it shows its status bar item as soon as it is activated. */
  async #waitForExtension(): Promise<void> {
    try {
      // The page reports it once: each look takes time that the window needs to load. What it can't report is looked
      // for.
      await this.page.evaluate(whenThere, { id: ownItem, deadline: startDeadline }).catch(() => undefined);
      const read = () => this.statusBarItem().state();
      await this.patience.until('the extension to be activated', read, (item) => item !== undefined, startDeadline);
    } catch (error) {
      const said = [...this.#console.slice(-10), ...(await this.server.lastLogLines())];
      throw new Error(`${error instanceof Error ? error.message : String(error)}\n${said.join('\n')}`, {
        cause: error,
      });
    }
  }

  #noteConsole(line: string): void {
    this.#console.push(line);
    this.recorder.look('the console', line);
  }

  async #notePopup(popup: Page): Promise<void> {
    await popup.waitForURL((url) => url.href !== 'about:blank').catch(() => undefined);
    this.recorder.look('the address of an opened page', popup.url());
    this.#opened.push(popup.url());
    await popup.close();
  }
}

interface LoadingPage {
  readonly document: { getElementById(id: string): unknown };
  readonly MutationObserver: new (callback: () => void) => {
    observe(root: object, options: object): void;
    disconnect(): void;
  };
}

/** Runs in the window: ends once an element is there, after the deadline at the latest. */
function whenThere({ id, deadline }: { readonly id: string; readonly deadline: number }): Promise<void> {
  const { document, MutationObserver } = globalThis as unknown as LoadingPage;
  return new Promise((resolve) => {
    const look = () => {
      if (document.getElementById(id) === null) return;
      observer.disconnect();
      resolve();
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { subtree: true, childList: true });
    setTimeout(resolve, deadline);
    look();
  });
}
