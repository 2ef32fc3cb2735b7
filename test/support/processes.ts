import { thisProcess } from '../../src/base/processes';

/** Id that no process has: Linux ends at 2^22, others below. */
export const nobody = 2 ** 30;

/** A process of this machine, in the form of `thisProcess`. */
export function processHere(id: number): string {
  return thisProcess().replace(/\d+$/, String(id));
}

/** A process of another machine that shares the disk, in the form of `thisProcess`. */
export function processElsewhere(id: number): string {
  return processHere(id).replace(/^[\da-f]+/, '01234567');
}

/** A process that has ended, in the form of `thisProcess`. */
export const endedProcess = processHere(nobody);
