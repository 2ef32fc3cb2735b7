import type { EditorHost } from '../host/editorRun';
import { milliseconds, row, times, verdict, type Row } from './row';
import { median } from './samples';
import { openWindow } from './window';

interface Times {
  readonly load: number;
  readonly activate: number;
}

/** The two extensions in one window, in milliseconds. */
export interface ActivationSample {
  readonly shipped: Times;
  readonly registering: Times;
}

/** Extensions start once in a window, so that each sample takes a window. */
const windows = 7;

export interface ActivationExtensions {
  readonly first: string;
  readonly shipped: string;
  readonly registering: string;
}

/**
 * Activation in the extension host: the shipped extension, and in the same window one that makes the same registrations
 * and does nothing else.
 */
export async function activation(host: EditorHost, extensions: ActivationExtensions): Promise<readonly Row[]> {
  const { first, shipped, registering } = extensions;
  const samples: ActivationSample[] = [];
  for (let window = 0; window < windows; window++) {
    const task = window % 2 === 0 ? 'registering shipped' : 'shipped registering';
    samples.push(
      await openWindow(host, { module: 'activationWindow', extensions: [first, shipped, registering], task }),
    );
  }
  const middle = (name: keyof ActivationSample, part: (times: Times) => number) =>
    median(samples.map((sample) => part(sample[name])));
  const own = ({ load, activate }: Times) => load + activate;
  const [ours, theirs] = [middle('shipped', own), middle('registering', own)];
  return [
    row('Activation, own time (code loaded and `activate`)', {
      target: '≤ 1.5 × the same registrations alone',
      measured: `${milliseconds(ours)}, median of ${windows} windows`,
      baseline: milliseconds(theirs),
      ratio: times(ours / theirs),
      verdict: verdict(ours <= 1.5 * theirs),
    }),
  ];
}
