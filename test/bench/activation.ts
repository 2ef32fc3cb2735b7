import type { EditorHost } from '../host/editorRun';
import { milliseconds, row, times, verdict, type Row } from './row';
import { median } from './samples';
import { openWindow } from './window';

interface Times {
  readonly load: number;
  readonly activate: number;
  readonly total: number;
}

/** The two extensions in one window, in milliseconds. */
export interface ActivationSample {
  readonly shipped: Times;
  readonly empty: Times;
}

/** Extensions start once in a window, so that each sample takes a window. */
const windows = 7;

export interface ActivationExtensions {
  readonly first: string;
  readonly shipped: string;
  readonly empty: string;
}

/** Activation in the extension host: the shipped extension, and an empty one in the same window. */
export async function activation(host: EditorHost, extensions: ActivationExtensions): Promise<readonly Row[]> {
  const { first, shipped, empty } = extensions;
  const samples: ActivationSample[] = [];
  for (let window = 0; window < windows; window++) {
    const task = window % 2 === 0 ? 'empty shipped' : 'shipped empty';
    samples.push(await openWindow(host, { module: 'activationWindow', extensions: [first, shipped, empty], task }));
  }
  const middle = (name: keyof ActivationSample, part: (times: Times) => number) =>
    median(samples.map((sample) => part(sample[name])));
  const own = ({ load, activate }: Times) => load + activate;
  const compare = (part: (times: Times) => number) => {
    const [ours, theirs] = [middle('shipped', part), middle('empty', part)];
    return { ours, theirs, measured: milliseconds(ours), baseline: milliseconds(theirs), ratio: times(ours / theirs) };
  };
  const [whole, ownTime] = [compare(({ total }) => total), compare(own)];
  const shown = ({ measured, baseline, ratio }: ReturnType<typeof compare>) => ({ measured, baseline, ratio });
  return [
    row('Activation, own time (code loaded and `activate`)', {
      ...shown(ownTime),
      target: '≤ 5 ms',
      verdict: verdict(ownTime.ours <= 5),
    }),
    row('— loading the code', shown(compare(({ load }) => load))),
    row('— `activate()`', shown(compare(({ activate }) => activate))),
    row(`Activation as VS Code sees it, median of ${windows} windows`, {
      ...shown(whole),
      target: '≤ 2 × an empty extension',
      verdict: verdict(whole.ours <= 2 * whole.theirs),
    }),
  ];
}
