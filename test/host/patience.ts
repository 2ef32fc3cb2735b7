import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { inspect } from 'node:util';
import type { Page } from 'playwright-core';
import { screenshotFolder } from './paths';

/** Time a window may take to show what is waited for, in milliseconds: only what never comes takes this long. */
export const usualDeadline = 45_000;

/** The shortest and the longest pause between two looks, in milliseconds. */
const shortestPause = 15;
const longestPause = 250;

/** Waits for what a window shows; if it doesn't come, says what was there instead and saves a screenshot. */
export class Patience {
  readonly #page: Page;
  readonly #vscodeVersion: string;

  constructor(page: Page, vscodeVersion: string) {
    this.#page = page;
    this.#vscodeVersion = vscodeVersion;
  }

  /**
   * Reads after every frame that the window draws, until the value is accepted; less often the longer it takes, since
   * looking takes time that the window needs itself.
   * @param what Completes the sentence "Waited for ...".
   * @returns The accepted value.
   * @throws {Error} After the deadline, with the value that was read last.
   */
  async until<T>(
    what: string,
    read: () => Promise<T>,
    accept: (seen: T) => boolean,
    deadline = usualDeadline,
  ): Promise<T> {
    const start = Date.now();
    let last: unknown;
    do {
      try {
        const seen = await read();
        if (accept(seen)) return seen;
        last = seen;
      } catch (error) {
        // The part of the window that was being read has just disappeared.
        last = error instanceof Error ? error.message : error;
      }
      await this.#nextFrame();
      await delay(Math.min(longestPause, shortestPause + (Date.now() - start) / 5));
    } while (Date.now() < start + deadline);
    const seen = inspect(last, { depth: 4, breakLength: 120, maxStringLength: 2000 });
    throw await this.#failure(`Waited ${deadline / 1000} s for ${what}, but saw: ${seen}`);
  }

  /**
   * Does something to the window.
   * @param what Completes the sentence "Could not ...".
   */
  async act<T>(what: string, action: () => Promise<T>): Promise<T> {
    try {
      return await action();
    } catch (error) {
      throw await this.#failure(`Could not ${what}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  async #nextFrame(): Promise<void> {
    try {
      await this.#page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
    } catch {
      // The page is being reloaded and can't tell when it has drawn.
      await delay(50);
    }
  }

  async #failure(sentence: string): Promise<Error> {
    const name = sentence
      .replace(/[^a-z0-9]+/gi, '-')
      .slice(0, 60)
      .toLowerCase();
    const picture = path.join(screenshotFolder(this.#vscodeVersion), `failed-${name}.png`);
    try {
      await this.#page.evaluate("document.documentElement.style.removeProperty('opacity')");
      await this.#page.screenshot({ path: picture });
      return new Error(`${sentence}\nScreenshot: ${picture}`);
    } catch {
      return new Error(sentence);
    }
  }
}
