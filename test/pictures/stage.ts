import path from 'node:path';
import type { Locator } from 'playwright-core';
import { makeSampleRepository, type SampleRepository } from '../host/sampleRepository';
import { TemporaryFolder } from '../host/temporaryFolder';
import type { Workbench } from '../host/workbench';
import { sampleSettings } from '../service/sampleSettings';
import { startService, type Service, type ServiceOptions } from '../service/service';
import { setSessionKey } from '../interface/setSessionKey';
import { Sheet } from '../interface/sheet';
import { openOn } from '../interface/sheetBench';
import { marked } from '../support/markedSecrets';
import { type Camera, cameraSettings, Lens, type Region } from './camera';
import { wordsIn, type Words } from '../support/words';
import { pathToFileURL } from 'node:url';
import type { Conversation } from '../../src/conversations/conversation';
import { extensionStorage, writeHistory } from '../support/histories';
import { removeFolder } from '../support/removeFolder';

export interface StageOptions {
  readonly service?: Partial<ServiceOptions>;
  /** Service URL in the window, the service's own by default. */
  readonly serviceUrl?: string;
  /** User settings besides those that a camera needs. */
  readonly userSettings?: Readonly<Record<string, unknown>>;
  readonly isGerman?: true;
  readonly size?: { readonly width: number; readonly height: number };
}

/** The windows of scenes that are taken twice: wide, and narrow in German. */
export const wideAndNarrow: readonly (readonly [name: string, options: StageOptions])[] = [
  ['wide', {}],
  ['narrow', { size: { width: 600, height: 800 }, isGerman: true }],
];

/** The session key of every stage. */
export const stageKey = marked('session-key');

/** A window on a repository, with a service whose address and key it knows, and a camera in front of it. */
export class Stage implements AsyncDisposable {
  readonly workbench: Workbench;
  readonly service: Service;
  readonly sheet: Sheet;
  readonly repository: SampleRepository;
  readonly history: WindowHistory;
  readonly lens: Lens;
  /** Texts in the window's language. */
  readonly say: Say;
  readonly #camera: Camera;
  readonly #folder: TemporaryFolder;

  private constructor(
    camera: Camera,
    folder: TemporaryFolder,
    parts: {
      service: Service;
      repository: SampleRepository;
      workbench: Workbench;
      history: WindowHistory;
      say: Say;
    },
  ) {
    this.#camera = camera;
    this.#folder = folder;
    this.workbench = parts.workbench;
    this.service = parts.service;
    this.repository = parts.repository;
    this.history = parts.history;
    this.sheet = new Sheet(parts.workbench);
    this.lens = new Lens(parts.workbench);
    this.say = parts.say;
  }

  static async open(camera: Camera, { size, ...options }: StageOptions = {}): Promise<Stage> {
    const folder = new TemporaryFolder('pictures');
    const repository = await makeSampleRepository(folder.path);
    const service = await startService({ sessionKey: stageKey, settings: sampleSettings, ...options.service });
    const machineSettings = { 'agentConversations.serviceUrl': options.serviceUrl ?? service.url };
    const userSettings = { ...cameraSettings, ...options.userSettings };
    const language = options.isGerman && { language: 'de' };
    const window = { folder: repository.path, userSettings, machineSettings, ...language };
    const workbench = await openOn(service, { ...window, ...(size && { size }) });
    const history = new WindowHistory(workbench);
    await setSessionKey(workbench, stageKey, options.isGerman);
    const say = windowWords(options.isGerman);
    return new Stage(camera, folder, { service, repository, workbench, history, say });
  }

  /** Runs a command of the extension by its English title. */
  async run(title: string): Promise<void> {
    await this.workbench.runCommand(`Agent: ${this.say(title)}`);
  }

  /** Opens the review sheet, and waits until it knows the workspace. */
  async openSheet(): Promise<void> {
    await this.run('Start Conversation...');
    await this.sheet.waitForRow('Repository: octocat/');
  }

  /** Opens the review sheet with a message. */
  async write(message: string): Promise<void> {
    await this.openSheet();
    await this.workbench.quickInput.fill(message);
    await this.sheet.waitForMessage(message);
  }

  /** The window's repository and its branch, in a sentence. */
  get place(): string {
    return this.say('{0} on {1}', 'octocat/Hello-World', 'main');
  }

  /** Takes a picture of what the window shows, in every theme. */
  async take(group: string, name: string, region: Region, pose?: () => Promise<void>): Promise<void> {
    console.error(`  ${path.join(group, name)}`);
    await this.#camera.take(this.lens, group, name, region, pose);
  }

  /** Waits until the status bar's temporary message is gone: it covers other items. */
  async rest(): Promise<void> {
    const { page, patience } = this.workbench;
    const shown = () => page.locator('.part.statusbar').innerText();
    await patience.until('the status bar to come to rest', shown, (text) => !text.includes('Session key saved'));
  }

  /** Takes a picture of the tooltip of the element under the mouse. */
  async takeTooltip(group: string, target: Locator, region: Region): Promise<void> {
    const { mouse } = this.workbench.page;
    const hover = this.workbench.page.locator('.workbench-hover:visible');
    await this.take(group, 'tooltip', region, async () => {
      await mouse.move(640, 1);
      await this.#leaveTooltip();
      await target.hover();
      await hover.first().waitFor();
    });
    await mouse.move(640, 1);
  }

  /** Waits until no tooltip is shown. One that came when the pointer had gone stays until the pointer leaves it. */
  async #leaveTooltip(): Promise<void> {
    const { page, patience } = this.workbench;
    const tooltips = page.locator('.workbench-hover:visible');
    await patience.until(
      'the last tooltip to go',
      async () => {
        const shown = (await tooltips.count()) > 0 ? await tooltips.first().boundingBox({ timeout: 1000 }) : null;
        if (!shown) return true;
        await page.mouse.move(shown.x + shown.width / 2, shown.y + shown.height / 2);
        await page.mouse.move(640, 1);
        await tooltips.first().waitFor({ state: 'hidden', timeout: 3000 });
        return true;
      },
      (isGone) => isGone,
    );
  }

  /** Scrolls the quick pick back up, since looking for a row scrolls it; the first row is focused anyway. */
  async showFirstRow(): Promise<void> {
    await this.workbench.quickInput.press('ArrowDown');
    await this.workbench.quickInput.press('ArrowUp');
  }

  /** Closes what covers the window: quick inputs, and the notifications in its corner. */
  async clear(): Promise<void> {
    await this.sheet.close();
    if ((await this.workbench.notifications.all()).length > 0)
      await this.workbench.runCommand('Notifications: Clear All Notifications');
    await this.workbench.page.mouse.move(640, 1);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.workbench.dispose();
    await this.service.close();
    this.#folder.dispose();
  }
}

/** A text of the extension as a window shows it, by the English one; values take the places of `{0}` and so on. */
type Say = (english: string, ...values: readonly string[]) => string;

const filled: Say = (text, ...values) => text.replace(/\{(\d)\}/g, (place, at: string) => values[Number(at)] ?? place);

/** The texts of a window in English or German. */
function windowWords(isGerman = false): Say {
  if (!isGerman) return filled;
  const manifest = wordsIn('package.nls.json');
  const german = wordsIn('package.nls.de.json');
  const texts: Words = {
    ...wordsIn('l10n/bundle.l10n.de.json'),
    ...Object.fromEntries(Object.entries(manifest).map(([key, english]) => [english, german[key] ?? english])),
  };
  return (english, ...values) => {
    // The rest of a key is a comment for translators.
    const key = english in texts ? english : Object.keys(texts).find((one) => one.startsWith(`${english}/`));
    const text = key === undefined ? undefined : texts[key];
    if (text === undefined) throw new Error(`There is no German for "${english}".`);
    return filled(text, ...values);
  };
}

/** History of a running window's conversations, written as another window on the same folder would. */
class WindowHistory {
  readonly #folder: string;
  readonly #workspace: string | undefined;
  readonly #files = new Map<string, string>();

  constructor({ server, folder }: Workbench) {
    this.#folder = extensionStorage(server.dataFolder);
    this.#workspace = folder === null ? undefined : pathToFileURL(folder).href;
  }

  async remember(conversations: readonly Conversation[]): Promise<void> {
    const workspace = this.#workspace === undefined ? {} : { workspace: this.#workspace };
    for (const one of conversations) {
      const [file = ''] = await writeHistory(this.#folder, [{ ...workspace, ...one }]);
      this.#files.set(one.id, file);
    }
  }

  async forget(ids: readonly string[]): Promise<void> {
    for (const id of ids) await removeFolder(this.#files.get(id) ?? id);
  }
}
