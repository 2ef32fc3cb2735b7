import type { Log } from '../../base/common/log';
import type { Redactor } from '../../base/common/redactor';
import { Network } from './network';
import { networkSettings } from './networkSettings';

/** Of this VS Code and this process. */
export function networkHere(log: Log, redactor: Pick<Redactor, 'add'>): Network {
  return new Network({
    settings: networkSettings,
    environment: process.env,
    platform: process.platform,
    log,
    redactor,
    now: () => performance.now(),
  });
}
