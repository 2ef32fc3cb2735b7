import { readdirSync, readFileSync } from 'node:fs';
import type { Disposable } from '../../src/base/lifecycle';

const ticksPerSecond = 100;

interface Process {
  readonly parent: number;
  /** Its own, and that of the children that it has waited for, user and system. */
  readonly seconds: number;
}

interface Tree {
  readonly name: string;
  spent: number;
  /** That of the processes that lived when it was last counted. */
  living: number;
}

/** Counts the processor time of processes and of all that they start. On Linux; elsewhere, there is none. */
export class ProcessorTime implements Disposable {
  readonly #trees = new Map<number, Tree>();
  readonly #timer = setInterval(() => this.#count(), 300).unref();

  /** Counts a process from now on, until it ends. */
  follow(name: string, pid: number | undefined): void {
    if (pid !== undefined) this.#trees.set(pid, { name, spent: this.#trees.get(pid)?.spent ?? 0, living: 0 });
  }

  /** Seconds by name, in the order in which names came. */
  get seconds(): ReadonlyMap<string, number> {
    const seconds = new Map<string, number>();
    for (const { name, spent } of this.#trees.values()) seconds.set(name, (seconds.get(name) ?? 0) + spent);
    return seconds;
  }

  dispose(): void {
    clearInterval(this.#timer);
  }

  #count(): void {
    const processes = livingProcesses();
    const living = new Map<number, number>();
    for (const [pid, { seconds }] of processes) {
      const root = rootOf(pid, processes, this.#trees);
      if (root !== undefined) living.set(root, (living.get(root) ?? 0) + seconds);
    }
    for (const [pid, tree] of this.#trees) {
      const now = living.get(pid) ?? 0;
      // A process that was killed with its parent is gone from the sum, but its time was spent.
      tree.spent += Math.max(0, now - tree.living);
      tree.living = now;
    }
  }
}

function rootOf(pid: number, processes: ReadonlyMap<number, Process>, trees: ReadonlyMap<number, Tree>) {
  for (let at: number | undefined = pid; at !== undefined; at = processes.get(at)?.parent) if (trees.has(at)) return at;
  return undefined;
}

function livingProcesses(): ReadonlyMap<number, Process> {
  const processes = new Map<number, Process>();
  if (process.platform !== 'linux') return processes;
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      // The command in parentheses may contain anything.
      const [, parent, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const ticks = fields.slice(9, 13).reduce((sum, field) => sum + Number(field), 0);
      processes.set(Number(name), { parent: Number(parent), seconds: ticks / ticksPerSecond });
    } catch {
      // It has just ended.
    }
  }
  return processes;
}
