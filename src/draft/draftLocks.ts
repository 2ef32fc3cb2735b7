import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { maxClockDifference } from '../base/clock';
import type { Log } from '../base/log';
import { areOnSameMachine } from '../base/processes';
import { RecordFiles, type RecordFormat } from '../base/recordFiles';

interface DraftLock {
  /** The process that has it, in the form of `thisProcess`. */
  readonly holder: string;
  /** Time when it was last renewed, in milliseconds since 1970. */
  readonly at: number;
  /** The same time in milliseconds since the machine was started. Unlike the clock, it can't be set. */
  readonly uptime: number;
}

export interface DraftLocksOptions {
  readonly holder: string;
  readonly hasEnded: (process: string) => boolean;
  readonly now: () => number;
  /** Milliseconds since this machine was started. */
  readonly uptime: () => number;
}

/**
 * Milliseconds after which a lock that wasn't renewed is ignored: its window crashed, and its process id may belong to
 * another process by now.
 */
const expiresAfter = maxClockDifference + 3 * 60 * 1000;

const format: RecordFormat<DraftLock> = {
  version: 1,
  read: ({ holder, at, uptime }) =>
    typeof holder === 'string' && typeof at === 'number' && typeof uptime === 'number'
      ? { holder, at, uptime }
      : undefined,
};

/** The name of a lock is the draft's id, a dot, and the window's id, which is a UUID. */
const windowIdLength = 36;

/**
 * Locks on drafts, so that only one window writes each. A lock is a file. A window writes its own lock first and then
 * looks for others' locks: if two windows do so at the same time, both see the other's, and neither gets the draft.
 */
export class DraftLocks {
  readonly #files: RecordFiles<DraftLock>;
  readonly #options: DraftLocksOptions;
  /** Identifies this window. A process id would not do, because systems reuse them. */
  readonly #windowId = randomUUID();

  constructor(folder: string, log: Log, options: DraftLocksOptions) {
    this.#files = new RecordFiles(path.join(folder, 'locks'), format, log);
    this.#options = options;
  }

  /**
   * Gets or renews the lock on a draft.
   * @returns false if another window has it
   * @throws the error of a file that can't be written
   */
  async acquire(id: string): Promise<boolean> {
    if (await this.#isLockedElsewhere(id)) return false;
    await this.#files.write(this.#nameOf(id), this.#currentLock());
    if (await this.#isLockedElsewhere(id)) {
      await this.release(id);
      return false;
    }
    for (const name of await this.#namesFor(id)) {
      if (!this.#isOwn(name)) await this.#files.remove(name);
    }
    return true;
  }

  /** Like {@link acquire}, but keeps the lock only if `check`, called with the draft locked, resolves to true. */
  async acquireIf(id: string, check: () => Promise<boolean>): Promise<boolean> {
    if (!(await this.acquire(id))) return false;
    let isKept = false;
    try {
      isKept = await check();
    } finally {
      // Otherwise, no other window could open the draft, and this one would take it for its own the next time.
      if (!isKept) await this.release(id).catch(() => undefined);
    }
    return isKept;
  }

  /** True if this window still has it locked. A window that takes over an expired lock removes its file. */
  async isLockedHere(id: string): Promise<boolean> {
    return (await this.#files.names()).includes(this.#nameOf(id));
  }

  /** @throws if it can't be removed */
  async release(id: string): Promise<void> {
    await this.#files.remove(this.#nameOf(id));
  }

  /** The ids of all drafts that other windows have locked. */
  async lockedElsewhere(): Promise<ReadonlySet<string>> {
    const locked = new Set<string>();
    for (const name of await this.#files.names()) {
      if (await this.#isLockedByOther(name)) locked.add(name.slice(0, -windowIdLength - 1));
    }
    return locked;
  }

  async sweep(): Promise<void> {
    await this.#files.sweep();
    for (const name of await this.#files.names()) {
      if (!this.#isOwn(name) && !(await this.#isLockedByOther(name))) await this.#files.remove(name);
    }
  }

  async #isLockedElsewhere(id: string): Promise<boolean> {
    for (const name of await this.#namesFor(id)) {
      if (await this.#isLockedByOther(name)) return true;
    }
    return false;
  }

  async #namesFor(id: string): Promise<readonly string[]> {
    return (await this.#files.names()).filter((name) => name.startsWith(`${id}.`));
  }

  /** True if the lock with this name belongs to another window that is still open. */
  async #isLockedByOther(name: string): Promise<boolean> {
    if (this.#isOwn(name)) return false;
    const stored = await this.#files.read(name);
    if (stored.kind === 'newer') return true;
    if (stored.kind !== 'record') return false;
    const { holder, at, uptime } = stored.record;
    const now = this.#currentLock();
    // Another machine, on a shared disk: its processes and its uptime can't be compared.
    if (!areOnSameMachine(holder, now.holder)) return Math.abs(now.at - at) <= expiresAfter;
    const isRecent = uptime <= now.uptime && now.uptime - uptime <= expiresAfter;
    return isRecent && holder !== now.holder && !this.#options.hasEnded(holder);
  }

  #currentLock(): DraftLock {
    const { holder, now, uptime } = this.#options;
    return { holder, at: now(), uptime: uptime() };
  }

  #isOwn(name: string): boolean {
    return name.endsWith(`.${this.#windowId}`);
  }

  #nameOf(id: string): string {
    return `${id}.${this.#windowId}`;
  }
}
