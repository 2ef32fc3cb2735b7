import { createHash } from 'node:crypto';
import { hostname } from 'node:os';

/** Machines and containers may share a disk, for instance a home folder, and their processes may have the same ids. */
const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/** Identifies this process to others that share the disk: a digest of the machine's name, a dot, and the process id. */
export function thisProcess(): string {
  return `${machine}.${process.pid}`;
}

/** True if two processes, in the form of {@link thisProcess}, are on the same machine. */
export function areOnSameMachine(one: string, other: string): boolean {
  return machineOf(one) === machineOf(other);
}

/**
 * True if a process, in the form of {@link thisProcess}, is known to have ended. False for one on another machine, about
 * which nothing is known. A process that seems to run may be a later one with the same id.
 */
export function hasProcessEnded(one: string): boolean {
  if (machineOf(one) !== machine) return false;
  try {
    process.kill(Number(one.slice(machine.length + 1)), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EPERM';
  }
}

function machineOf(one: string): string | undefined {
  return one.split('.', 1)[0];
}
