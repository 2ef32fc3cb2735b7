import { usualSize, Workbench, type WorkbenchOptions } from '../host/workbench';
import { sampleSettings } from '../service/sampleSettings';
import { startService, type Service, type ServiceOptions } from '../service/service';
import { atLastTests } from '../support/atLastTests';
import { marked } from '../support/markedSecrets';
import { forgetConversations, leaveNothingOpen } from './forgetDrafts';
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
  readonly window?: WorkbenchOptions;
  /** Size of the window in pixels, {@link usualSize} by default. */
  readonly size?: typeof usualSize;
  /** Creates what the window is opened on, and returns its options. Replaces `window`. */
  readonly prepare?: (service: Service) => Promise<WorkbenchOptions>;
  /** True if each test depends on what the one before has left open. */
  readonly isStory?: boolean;
  /**
   * True to share the window with other such suites of this process: nothing of what they did is left. For suites that
   * need no `window` of their own.
   */
  readonly isGuest?: boolean;
  /** True to leave a window of its own to the guests that come next. */
  readonly isHost?: boolean;
}

/** Window that a suite has left for the next guest, and the port of the service that it knows. */
interface LeftWindow {
  readonly workbench: Workbench;
  readonly port: number;
}

/** Compiled test files share no variables, but they run in this one process. */
const shared = globalThis as { leftWindow?: LeftWindow | undefined };

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
  let hasPassed = false;

  before(async () => {
    const left = options.isGuest ? await takeLeftWindow(size) : undefined;
    const service = await startService({
      sessionKey: benchKey,
      settings: sampleSettings,
      ...options.service,
      ...(left && { port: left.port }),
    });
    ends.push(() => service.close());
    const window = (await options.prepare?.(service)) ?? options.window;
    const workbench = left?.workbench ?? (await openOn(service, { size, ...window }));
    ends.push(() =>
      (options.isGuest || options.isHost) && hasPassed ? leave(workbench, service) : workbench.dispose(),
    );
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
    hasPassed = this.test?.parent?.tests.every((test) => test.isPassed() || test.isPending()) ?? false;
    for (const end of ends.reverse()) await end();
  });
}

/** Window of the last guest, in which nothing is open any more and nothing is being written. */
async function takeLeftWindow(size: typeof usualSize): Promise<LeftWindow | undefined> {
  const { leftWindow } = shared;
  shared.leftWindow = undefined;
  if (!leftWindow) return undefined;
  const { workbench } = leftWindow;
  await workbench.page.setViewportSize(size);
  await leaveNothingOpen(workbench);
  await forgetConversations(workbench);
  return leftWindow;
}

/** Leaves a window to the next guest, after checking what it has shown, copied and logged. */
async function leave(workbench: Workbench, { url }: Service): Promise<void> {
  try {
    workbench.recorder.assertSilent();
    await new Sheet(workbench).close();
    await workbench.runCommand('Notifications: Clear All Notifications');
  } catch (error) {
    await workbench.dispose();
    throw error;
  }
  await shared.leftWindow?.workbench.dispose();
  shared.leftWindow = { workbench, port: Number(new URL(url).port) };
  atLastTests.add('the window that suites had in common', async () => {
    const { leftWindow } = shared;
    shared.leftWindow = undefined;
    await leftWindow?.workbench.dispose();
  });
}

/** Opens a window that knows the URL of a service. */
export function openOn({ url }: Service, options: WorkbenchOptions = {}): Promise<Workbench> {
  const machineSettings = { 'agentConversations.serviceUrl': url, ...options.machineSettings };
  return Workbench.open({ ...options, machineSettings });
}
