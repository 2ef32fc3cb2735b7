import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { clocksDiffer } from '../base/clock';
import type { Log } from '../base/log';
import { RecordFiles, type RecordFormat } from '../base/recordFiles';

/** The window that has a draft open. */
export interface Holder {
  readonly host: string;
  /** Process id of the extension host. */
  readonly process: number;
}

interface Hold extends Holder {
  /** Time when it was renewed, in milliseconds since 1970. */
  readonly at: number;
  /** The same time in milliseconds since its machine was started, which doesn't change when the clock is set. */
  readonly uptime: number;
}

export interface HoldsOptions {
  readonly holder: Holder;
  /** True if a process with this id runs on this machine. */
  readonly isAlive: (processId: number) => boolean;
  readonly now: () => number;
  /** Milliseconds since this machine was started. */
  readonly uptime: () => number;
}

/** Milliseconds after which a hold that isn't renewed is void: its machine is gone, or another process has its id. */
const voidAfter = clocksDiffer + 3 * 60 * 1000;

const format: RecordFormat<Hold> = {
  version: 1,
  read: ({ host, process, at, uptime }) =>
    typeof host === 'string' && typeof process === 'number' && typeof at === 'number' && typeof uptime === 'number'
      ? { host, process, at, uptime }
      : undefined,
};

/** A UUID, after the id of what is held. */
const nameLength = 36;

/**
 * Records of what each window has open, so that only one window writes it. A window first writes its own record, and
 * then looks for those of other windows. If two windows do so at the same moment, neither of them holds it.
 */
export class Holds {
  readonly #files: RecordFiles<Hold>;
  readonly #options: HoldsOptions;
  /** A process often gets the id of an earlier one. */
  readonly #window = randomUUID();

  constructor(folder: string, log: Log, options: HoldsOptions) {
    this.#files = new RecordFiles(path.join(folder, 'holds'), format, log);
    this.#options = options;
  }

  /**
   * Holds something, or renews that.
   * @returns false if another window holds it
   * @throws the error that prevents it
   */
  async acquire(id: string): Promise<boolean> {
    if (await this.#isHeldElsewhere(id)) return false;
    await this.#files.write(this.#nameOf(id), this.#renewed());
    if (await this.#isHeldElsewhere(id)) {
      await this.release(id);
      return false;
    }
    for (const name of await this.#namesFor(id)) if (!this.#isOwn(name)) await this.#files.remove(name);
    return true;
  }

  /** True if this window still holds it: a window that takes over a void hold removes it. */
  async isHeldHere(id: string): Promise<boolean> {
    return (await this.#files.names()).includes(this.#nameOf(id));
  }

  /** @throws if it can't be removed */
  async release(id: string): Promise<void> {
    await this.#files.remove(this.#nameOf(id));
  }

  /** Ids of the drafts that other windows hold. */
  async heldElsewhere(): Promise<ReadonlySet<string>> {
    const held = new Set<string>();
    for (const name of await this.#files.names())
      if (await this.#isOfOther(name)) held.add(name.slice(0, -nameLength - 1));
    return held;
  }

  /** Removes the holds of windows that are gone. */
  async sweep(): Promise<void> {
    await this.#files.sweep();
    for (const name of await this.#files.names())
      if (!this.#isOwn(name) && !(await this.#isOfOther(name))) await this.#files.remove(name);
  }

  async #isHeldElsewhere(id: string): Promise<boolean> {
    for (const name of await this.#namesFor(id)) if (await this.#isOfOther(name)) return true;
    return false;
  }

  async #namesFor(id: string): Promise<readonly string[]> {
    return (await this.#files.names()).filter((name) => name.startsWith(`${id}.`));
  }

  /** True if the hold belongs to another window that is still open. */
  async #isOfOther(name: string): Promise<boolean> {
    if (this.#isOwn(name)) return false;
    const stored = await this.#files.read(name);
    if (stored.kind === 'newer') return true;
    if (stored.kind !== 'record') return false;
    const { host, process, at, uptime } = stored.record;
    const now = this.#renewed();
    if (host !== now.host) return Math.abs(now.at - at) <= voidAfter;
    const isRecent = uptime <= now.uptime && now.uptime - uptime <= voidAfter;
    return isRecent && process !== now.process && this.#options.isAlive(process);
  }

  #renewed(): Hold {
    const { holder, now, uptime } = this.#options;
    return { ...holder, at: now(), uptime: uptime() };
  }

  #isOwn(name: string): boolean {
    return name.endsWith(`.${this.#window}`);
  }

  #nameOf(id: string): string {
    return `${id}.${this.#window}`;
  }
}
