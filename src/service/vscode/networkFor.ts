import type { Log } from '../../base/common/log';
import type { Redactor } from '../../base/common/redactor';
import { once } from '../../base/common/lifecycle';
import type { NetworkFor } from './serviceConnection';

/** How requests leave this machine; what finds it out loads with the first of them. */
export function networkFor(log: Log, redactor: Pick<Redactor, 'add'>): NetworkFor {
  const network = once(async () => (await import('./networkHere')).networkHere(log, redactor));
  return async (...call) => (await network()).optionsFor(...call);
}
