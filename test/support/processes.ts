import { thisProcess } from '../../src/base/processes';

/** A process of this machine, in the form of `thisProcess`. */
export function processHere(id: number): string {
  return thisProcess().replace(/\d+$/, String(id));
}

/** A process of another machine that shares the disk, in the form of `thisProcess`. */
export function processElsewhere(id: number): string {
  return processHere(id).replace(/^[\da-f]+/, '01234567');
}

/** A process that has ended: no process has such an id. Those of Linux end at 2^22, others below. */
export const endedProcess = processHere(2 ** 30);
