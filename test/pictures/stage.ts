import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Locator } from 'playwright-core';
import { type Box, Tooltips } from '../host/tooltips';
import type { Workbench, WorkbenchOptions } from '../host/workbench';
import { setSessionKey } from '../interface/setSessionKey';
import { Sheet } from '../interface/sheet';
import { openOn } from '../interface/sheetBench';
import { sampleSettings } from '../service/sampleSettings';
import { startService, type Service, type ServiceOptions } from '../service/service';
import { extensionStorage, writeHistory } from '../support/histories';
import { marked } from '../support/markedSecrets';
import { removeFolder } from '../support/removeFolder';
import { type Camera, cameraSettings, type Region } from './camera';
import { type Look, sampleConversation } from './sampleConversations';

/** The windows of scenes that are taken twice. */
export const wideAndNarrow: readonly (readonly [name: string, options: WorkbenchOptions])[] = [
  ['wide', {}],
  ['narrow', { size: { width: 600, height: 800 } }],
];

/** The session key of every stage. */
export const stageKey = marked('session-key');

/** A window on a repository, with a service whose address and key it knows, and a camera in front of it. */
export class Stage implements AsyncDisposable {
  readonly workbench: Workbench;
  readonly service: Service;
  readonly sheet: Sheet;
  readonly #camera: Camera;
  #written: readonly string[] = [];

  private constructor(camera: Camera, service: Service, workbench: Workbench) {
    this.#camera = camera;
    this.service = service;
    this.workbench = workbench;
    this.sheet = new Sheet(workbench);
  }

  static async open(camera: Camera, window: WorkbenchOptions, own: Partial<ServiceOptions> = {}): Promise<Stage> {
    const service = await startService({ sessionKey: stageKey, settings: sampleSettings, ...own });
    const userSettings = { ...cameraSettings, ...window.userSettings };
    const workbench = await openOn(service, { ...window, userSettings });
    await setSessionKey(workbench, stageKey, window.language === 'de');
    return new Stage(camera, service, workbench);
  }

  /** Runs a command of the extension. */
  run(title: string): Promise<void> {
    return this.workbench.runCommand(`Agent: ${title}`);
  }

  /** Opens the review sheet with a message. */
  async write(message: string): Promise<void> {
    await this.sheet.open();
    await this.fill(message);
  }

  /** Replaces the message of the open sheet. */
  async fill(message: string): Promise<void> {
    await this.workbench.quickInput.fill(message);
    await this.sheet.waitForMessage(message);
  }

  /** Writes conversations to the history as another window does, and waits until the view has them. */
  async remember(looks: readonly Look[], view = 'Conversations'): Promise<void> {
    const { server, folder } = this.workbench;
    const workspace = pathToFileURL(folder!).href;
    const conversations = looks.map((look) => ({ workspace, ...sampleConversation(look) }));
    this.#written = await writeHistory(extensionStorage(server.dataFolder), conversations);
    await this.workbench.view(view).waitForRow(conversations.at(-1)?.request.initial_user_msg ?? '');
  }

  /** Deletes what {@link remember} has written. */
  async forget(): Promise<void> {
    for (const file of this.#written) await removeFolder(file);
  }

  /** Takes a picture of what the window shows, in every theme. */
  async take(group: string, name: string, region: Region, pose?: () => Promise<void>): Promise<void> {
    console.error(`  ${path.join(group, name)}`);
    await this.#camera.take(this.workbench, [group, name], region, pose);
  }

  /** Waits until the status bar's temporary message is gone: it covers other items. */
  async rest(): Promise<void> {
    const { page, patience } = this.workbench;
    const shown = () => page.locator('.part.statusbar').innerText();
    await patience.until('the status bar to come to rest', shown, (text) => !text.includes('Session key saved'));
  }

  /** Takes a picture of an element's tooltip. */
  async takeTooltip(group: string, target: Locator, region: Box): Promise<void> {
    const { page, patience } = this.workbench;
    const tooltips = new Tooltips(page, patience);
    await this.take(group, 'tooltip', region, async () => {
      await tooltips.leave(group, target);
      await target.hover();
      await page.locator('.workbench-hover:visible').first().waitFor();
    });
    await tooltips.leave(group, target);
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
  }
}
