import { AsyncLocalStorage } from 'node:async_hooks';
import fs, { type FileHandle } from 'node:fs/promises';
import process from 'node:process';
import { TemporaryFolder } from '../host/temporaryFolder';

const current = new AsyncLocalStorage<DiskProcess | undefined>();

/** Step that looks at the disk, changes something at once, or writes bytes, of which only some may get there. */
export type Step = 'looks' | 'changes' | 'writes';

/** Event before one of the steps that a process takes on the disk. */
export interface Turn {
  /** Counted from 0. */
  readonly at: number;
  /** Kills the process there; of what it was writing, this share got to the disk. Or others act, and it goes on. */
  readonly then: { readonly writes: number } | (() => Promise<unknown>);
}

/**
 * Code that runs in this process as if it were another one: with a process id of its own, and killed or paused at a
 * certain step. A killed one does nothing anymore, and never ends.
 */
export class DiskProcess {
  readonly id: number;
  readonly #turns: readonly Turn[];
  readonly #handles = new Set<FileHandle>();
  /** The steps it has taken so far. */
  readonly steps: Step[] = [];
  /** Number of bytes that it has read from files. */
  bytesRead = 0;
  isDead = false;
  /** Called before each step: throws the error of a disk that fails, or kills the process. */
  onStep: (kind: Step) => unknown = () => undefined;
  readonly #died: PromiseWithResolvers<void> = Promise.withResolvers();

  constructor(id: number, ...turns: readonly Turn[]) {
    this.id = id;
    this.#turns = turns;
  }

  /** Ends when the work has ended or the process was killed. Returns whether the work got to its end. */
  async run(work: () => Promise<unknown>): Promise<boolean> {
    const done = current.run(this, work).then(() => true);
    const isDone = await Promise.race([done, this.#died.promise.then(() => false)]);
    if (!isDone) for (const handle of this.#handles) await handle.close().catch(() => undefined);
    return isDone;
  }

  kill(): void {
    this.isDead = true;
    this.#died.resolve();
  }

  async opened(handle: FileHandle): Promise<void> {
    if (this.isDead) await handle.close();
    else this.#handles.add(handle);
  }

  /** @param write writes a share of what is to be written; absent for a change that can't be half done */
  async step(write?: (share: number) => Promise<unknown>): Promise<void> {
    return this.#take(write ? 'writes' : 'changes', write);
  }

  /** A step that changes nothing. */
  async look(): Promise<void> {
    return this.#take('looks');
  }

  async #take(kind: Step, write?: (share: number) => Promise<unknown>): Promise<void> {
    if (!this.isDead) {
      const at = this.steps.push(kind) - 1;
      for (const turn of this.#turns) if (turn.at === at) await this.#turnUp(turn.then, write);
      this.onStep(kind);
    }
    if (this.isDead) await new Promise(() => undefined);
  }

  async #turnUp(then: Turn['then'], write?: (share: number) => Promise<unknown>): Promise<void> {
    if (typeof then === 'function') {
      // `exit` would end with the first that runs as a process of its own.
      await current.run(undefined, then);
      return;
    }
    await write?.(then.writes);
    this.kill();
  }
}

type Any = (...given: unknown[]) => Promise<unknown>;
type Methods = Record<string, Any>;

/** The functions that change something, and those that don't, by what a process does for them. */
const functions = {
  step: ['mkdir', 'rename', 'rm', 'rmdir', 'writeFile'],
  look: ['readdir', 'readFile', 'stat', 'lstat'],
};

/** Puts every {@link DiskProcess} between the code that it runs and the disk. Returns a function that undoes it. */
export async function stepDisk(): Promise<() => void> {
  const restores: (() => void)[] = [];
  const replace = (owner: Methods, name: string, wrap: (original: Any) => Any) => {
    const original = owner[name]!;
    owner[name] = wrap(original);
    restores.push(() => (owner[name] = original));
  };
  const disk = fs as unknown as Methods;
  for (const kind of ['step', 'look'] as const)
    for (const name of functions[kind])
      replace(disk, name, (original) => async (...given) => {
        await current.getStore()?.[kind]();
        return original(...given);
      });
  replace(disk, 'open', (original) => async (...given) => {
    const owner = current.getStore();
    // Opening a file to read doesn't change it.
    await (given[1] === 'r' ? owner?.look() : owner?.step());
    const handle = await original(...given);
    await owner?.opened(handle as FileHandle);
    return handle;
  });
  await replaceMethods(replace);
  const { pid } = process;
  Object.defineProperty(process, 'pid', { get: () => current.getStore()?.id ?? pid, configurable: true });
  restores.push(() => Object.defineProperty(process, 'pid', { value: pid, configurable: true }));
  return () => {
    for (const restore of restores.reverse()) restore();
  };
}

async function replaceMethods(replace: (owner: Methods, name: string, wrap: (original: Any) => Any) => void) {
  using folder = new TemporaryFolder('handle');
  const handle = await fs.open(`${folder.path}/a`, 'w');
  await handle.close();
  const prototype = Object.getPrototypeOf(handle) as Methods;
  const { write } = prototype as { write: Any };
  for (const name of ['write', 'appendFile', 'writeFile'])
    replace(
      prototype,
      name,
      (original) =>
        async function (this: unknown, ...given: unknown[]) {
          const bytes = Buffer.from(given[0] as string | Uint8Array);
          const rest = given.slice(1);
          // A position in the file, if any, comes after offset and length.
          const place = rest.length === 3 ? rest[2] : null;
          await current.getStore()?.step((share) => {
            const length = Math.round(bytes.length * share);
            return length > 0 ? write.call(this, bytes, 0, length, place) : Promise.resolve();
          });
          return original.apply(this, given);
        },
    );
  // A kill takes nothing that the system has, and waiting for the disk takes most of the time.
  for (const name of ['datasync', 'sync']) replace(prototype, name, () => () => Promise.resolve());
  for (const name of ['read', 'stat'])
    replace(
      prototype,
      name,
      (original) =>
        async function (this: unknown, ...given: unknown[]) {
          const owner = current.getStore();
          await owner?.look();
          const result = (await original.apply(this, given)) as { readonly bytesRead?: number };
          if (owner) owner.bytesRead += result.bytesRead ?? 0;
          return result;
        },
    );
}
