import { createServer } from 'node:net';
import type { BrowserContext, Page } from 'playwright-core';
import { launchBrowser } from './browser';
import type { Server } from './server';

/** The compiled files of tests share no variables, and the process that runs them all has this one. */
const shared = globalThis as { idleBrowserProfiles?: BrowserProfile[] };

/**
 * A browser with one page for one VS Code after the other. Most of what a window costs is compiling VS Code: what the page
 * has compiled stays with it as long as the address is the same; what VS Code kept there goes. Made by
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

  /** One that nobody uses now, as good as new. */
  static async take(): Promise<BrowserProfile> {
    const idle = shared.idleBrowserProfiles?.pop();
    if (idle) return idle;
    const browser = await launchBrowser();
    const context = await browser.newContext({
      permissions: ['clipboard-read', 'clipboard-write'],
      // Whoever asks the system for less motion: what fades away would be read, and typed into, while it goes.
      reducedMotion: 'reduce',
    });
    return new BrowserProfile(context, await context.newPage());
  }

  /** Where the next VS Code should listen; empty where it does not matter, or something else listens there. */
  async port(): Promise<{ readonly port?: number }> {
    return this.#port !== undefined && (await isFree(this.#port)) ? { port: this.#port } : {};
  }

  /** Leaves the window of a VS Code that still runs, and deletes what is kept there; it is then somebody else's. */
  async giveBack({ address }: Server): Promise<void> {
    try {
      const { context, page } = this;
      for (const event of ['console', 'pageerror', 'popup'] as const) page.removeAllListeners(event);
      for (const other of context.pages()) if (other !== page) await other.close();
      // A page of the same origin without any script: what is kept for one tab is reached from there alone.
      await page.goto(`${address}/version`);
      await page.evaluate('sessionStorage.clear()');
      const session = await context.newCDPSession(page);
      await session.send('Storage.clearDataForOrigin', { origin: address, storageTypes: 'all' });
      await session.detach();
      this.#port = Number(new URL(address).port);
      (shared.idleBrowserProfiles ??= []).push(this);
    } catch {
      // The page is closed, or VS Code has ended: the next one gets a new browser.
      await this.dispose();
    }
  }

  /** Ends it, unless it was given back. */
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
