import { usualSize, Workbench, type WorkbenchOptions } from '../host/workbench';
import { sampleSettings } from '../service/sampleSettings';
import { startService, type Service, type ServiceOptions } from '../service/service';
import { marked } from '../support/markedSecrets';
import { endInWindow, hasPassed, sharedWindow, takeLeftWindow, untilRepositoryIsKnown } from './leftWindow';
import { setSessionKey } from './setSessionKey';
import { Sheet } from './sheet';

/** A service, a window that knows its URL and its key, and the review sheet in it. */
export interface SheetBench {
  readonly service: Service;
  readonly workbench: Workbench;
  readonly sheet: Sheet;
}

export interface SheetBenchOptions {
  /** Service options; by default, it has settings and accepts {@link benchKey}. */
  readonly service?: ServiceOptions;
  /** Size of the window in pixels, {@link usualSize} by default. */
  readonly size?: typeof usualSize;
  /** Changes what the suite needs to be different on disk or on the service, before the window gets its key. */
  readonly arrange?: (service: Service, workbench: Workbench) => Promise<void>;
  /** True if each test depends on what the one before has left open. */
  readonly isStory?: boolean;
  /**
   * True to share the window with other such suites of this process: nothing of what they did is left. The last guest
   * leaves behind what the extension remembers of a folder.
   */
  readonly isGuest?: boolean | 'last';
  /** True if the suite changes the repository of the window: the next guest gets it as it was. */
  readonly changesRepository?: boolean;
}

/** Session key of every bench. */
export const benchKey = marked('session-key');

/**
 * Opens a bench before the tests of the enclosing suite and closes it after them. Between two tests, the service
 * behaves again and nothing is open.
 * @param begun Takes the bench.
 */
export function sheetBench(options: SheetBenchOptions, begun: (bench: SheetBench) => void): void {
  const { size = usualSize } = options;
  const ends: (() => Promise<void>)[] = [];
  let bench: SheetBench;
  let isFit = false;

  before(async () => {
    const left = options.isGuest ? await takeLeftWindow(size) : undefined;
    const service = await startService({
      sessionKey: benchKey,
      settings: sampleSettings,
      ...options.service,
      ...(left && { port: left.port }),
    });
    ends.push(() => service.close());
    const workbench = left?.workbench ?? (await openOn(service, { size, ...sharedWindow }));
    const { changesRepository = false } = options;
    const canLeave = options.isGuest === true;
    ends.push(() => endInWindow(workbench, service, { isFit: canLeave && isFit, changesRepository }));
    if (left?.isOutdated) await untilRepositoryIsKnown(workbench);
    await options.arrange?.(service, workbench);
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

  after(async function () {
    isFit = hasPassed(this);
    for (const end of ends.reverse()) await end();
  });
}

/** Opens a window that knows the URL of a service. */
export function openOn({ url }: Service, options: WorkbenchOptions = {}): Promise<Workbench> {
  const machineSettings = { 'agentConversations.serviceUrl': url, ...options.machineSettings };
  return Workbench.open({ ...options, machineSettings });
}
