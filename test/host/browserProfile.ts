import { createServer } from 'node:net';
import type { BrowserContext, Page } from 'playwright-core';
import { launchBrowser, undrawn } from './browser';
import type { Server } from './server';
import { isUnseen } from './testReport';

/** Global, since the compiled test files share no variables, but one process runs them all. */
const shared = globalThis as { idleBrowserProfiles?: BrowserProfile[] };

/**
 * Browser with one page that one VS Code after the other uses. Most of the cost of a window is compiling VS Code: what
 * the page has compiled stays as long as the address is the same; what VS Code stored there is deleted. Made by
 * {@link BrowserProfile.take}.
 */
export class BrowserProfile {
  readonly context: BrowserContext;
  readonly page: Page;
  #port: number | undefined;

  private constructor(context: BrowserContext, page: Page) {
    this.context = context;
    this.page = page;
  }

  /** Returns one that isn't in use, as good as new. */
  static async take(): Promise<BrowserProfile> {
    const idle = shared.idleBrowserProfiles?.pop();
    if (idle) return idle;
    const browser = await launchBrowser();
    const context = await browser.newContext({
      permissions: ['clipboard-read', 'clipboard-write'],
      // Asks for less motion: otherwise, elements would be read, and typed into, while they fade away.
      reducedMotion: 'reduce',
    });
    if (isUnseen()) await context.addInitScript(undrawn);
    return new BrowserProfile(context, await context.newPage());
  }

  /** Port for the next VS Code; empty where it doesn't matter, or if something else listens there. */
  async port(): Promise<{ readonly port?: number }> {
    return this.#port !== undefined && (await isFree(this.#port)) ? { port: this.#port } : {};
  }

  /** Leaves the window of a running VS Code, and deletes what is stored there; then the browser is free again. */
  async giveBack({ address }: Server): Promise<void> {
    try {
      const { context, page } = this;
      for (const event of ['console', 'pageerror', 'popup'] as const) page.removeAllListeners(event);
      for (const other of context.pages()) if (other !== page) await other.close();
      // A page of the same origin without any script: session storage can only be reached from the tab itself.
      await page.goto(`${address}/version`);
      await page.evaluate('sessionStorage.clear()');
      const session = await context.newCDPSession(page);
      await session.send('Storage.clearDataForOrigin', { origin: address, storageTypes: 'all' });
      await session.detach();
      this.#port = Number(new URL(address).port);
      (shared.idleBrowserProfiles ??= []).push(this);
    } catch {
      // The page is closed, or VS Code has ended: the next caller gets a new browser.
      await this.dispose();
    }
  }

  /** Closes the browser, unless it was given back. */
  async dispose(): Promise<void> {
    if (!shared.idleBrowserProfiles?.includes(this)) await this.context.browser()?.close();
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, '127.0.0.1', resolve);
    });
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
