import type { Log } from '../../base/log';
import type { Redactor } from '../../base/redactor';
import { once } from '../../base/lifecycle';
import type { NetworkFor } from './serviceConnection';

/** Route of requests from this VS Code and this process; the code that determines it loads with the first request. */
export function networkFor(log: Log, redactor: Pick<Redactor, 'add'>): NetworkFor {
  const network = once(async () => {
    const [{ Network }, { networkSettings: settings }] = await Promise.all([
      import('./network'),
      import('./networkSettings'),
    ]);
    const { env: environment, platform } = process;
    return new Network({ settings, environment, platform, log, redactor, now: () => performance.now() });
  });
  return async (...call) => (await network()).optionsFor(...call);
}
