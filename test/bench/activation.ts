import type { EditorHost } from '../host/editorRun';
import { milliseconds, row, times, verdict, type Row } from './row';
import { median } from './samples';
import { openWindow } from './window';

interface Times {
  readonly load: number;
  readonly activate: number;
  readonly total: number;
  /** The turn after it, in which the shipped extension loads what is behind its registrations. */
  readonly after: number;
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
  const compare = (part: (times: Times) => number) => {
    const [ours, theirs] = [middle('shipped', part), middle('registering', part)];
    return { ours, theirs, measured: milliseconds(ours), baseline: milliseconds(theirs), ratio: times(ours / theirs) };
  };
  const [whole, ownTime] = [compare(({ total }) => total), compare(own)];
  const shown = ({ measured, baseline, ratio }: ReturnType<typeof compare>) => ({ measured, baseline, ratio });
  return [
    row('Activation, own time (code loaded and `activate`)', {
      ...shown(ownTime),
      target: '≤ 1.5 × the same registrations alone',
      verdict: verdict(ownTime.ours <= 1.5 * ownTime.theirs),
    }),
    row('— loading the code', shown(compare(({ load }) => load))),
    row('— `activate()`', shown(compare(({ activate }) => activate))),
    row(`— as VS Code sees it, median of ${windows} windows`, shown(whole)),
    row('— right after it: what is behind the registrations', {
      measured: milliseconds(middle('shipped', ({ after }) => after)),
      baseline: milliseconds(middle('registering', ({ after }) => after)),
    }),
  ];
}
