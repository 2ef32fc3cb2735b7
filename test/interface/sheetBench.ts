import { Workbench, type WorkbenchOptions } from '../host/workbench';
import { sampleSettings } from '../service/sampleSettings';
import { startService, type Service, type ServiceOptions } from '../service/service';
import { marked } from '../support/markedSecrets';
import { setSessionKey } from './setSessionKey';
import { Sheet } from './sheet';

/** A service, a window that knows its address and its key, and the review sheet in it. */
export interface SheetBench {
  readonly service: Service;
  readonly workbench: Workbench;
  readonly sheet: Sheet;
}

export interface SheetBenchOptions {
  /** Has settings and takes {@link benchKey} unless told otherwise. */
  readonly service?: ServiceOptions;
  readonly window?: WorkbenchOptions;
  /** Makes what the window is opened on, and says how, in place of `window`. */
  readonly prepare?: (service: Service) => Promise<WorkbenchOptions>;
  /** Whether each test stands on what the one before has left open. */
  readonly isStory?: boolean;
}

/** The session key of every bench. */
export const benchKey = marked('session-key');

/**
 * Has the tests of the enclosing suite begin with a bench, and ends it after them. Between two of them the service behaves
 * again and nothing is open.
 * @param begun Takes the bench.
 */
export function sheetBench(options: SheetBenchOptions, begun: (bench: SheetBench) => void): void {
  const ends: (() => Promise<void>)[] = [];
  let bench: SheetBench;

  before(async () => {
    const service = await startService({ sessionKey: benchKey, settings: sampleSettings, ...options.service });
    ends.push(() => service.close());
    const workbench = await openOn(service, (await options.prepare?.(service)) ?? options.window);
    ends.push(() => workbench.dispose());
    bench = { service, workbench, sheet: new Sheet(workbench) };
    await setSessionKey(workbench, benchKey);
    begun(bench);
  });

  if (!options.isStory) {
    afterEach(function () {
      bench.service.behave();
      return bench.sheet.tidyUp(this);
    });
  }

  after(async () => {
    for (const end of ends.reverse()) await end();
  });
}

/** A window that knows the address of a service. */
export function openOn({ url }: Service, options: WorkbenchOptions = {}): Promise<Workbench> {
  const machineSettings = { 'agentConversations.serviceUrl': url, ...options.machineSettings };
  return Workbench.open({ ...options, machineSettings });
}
