import { usualSize, Workbench, type WorkbenchOptions } from '../host/workbench';
import { sampleSettings } from '../service/sampleSettings';
import { startService, type Service, type ServiceOptions } from '../service/service';
import { atLastTests } from '../support/atLastTests';
import { marked } from '../support/markedSecrets';
import { leaveNothingOpen } from './forgetDrafts';
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
  /**
   * Whether the window is the one that other such suites of this process have used and will use: with a history, which is
   * not theirs alone, and with nothing else of what they did. For suites that ask for no `window` of their own.
   */
  readonly isGuest?: boolean;
}

/** A window that a suite has left for the next guest, and the port of the service that it knows. */
interface LeftWindow {
  readonly workbench: Workbench;
  readonly port: number;
}

/** The compiled files of tests share no variables, and the process that runs them all has this one. */
const shared = globalThis as { leftWindow?: LeftWindow | undefined };

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
  let hasPassed = false;

  before(async () => {
    const left = options.isGuest ? await takeLeftWindow() : undefined;
    const service = await startService({
      sessionKey: benchKey,
      settings: sampleSettings,
      ...options.service,
      ...(left && { port: left.port }),
    });
    ends.push(() => service.close());
    const workbench = left?.workbench ?? (await openOn(service, (await options.prepare?.(service)) ?? options.window));
    ends.push(() => (options.isGuest && hasPassed ? leave(workbench, service) : workbench.dispose()));
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

/** The window of the last guest, in which nothing is open any more and nothing is being written. */
async function takeLeftWindow(): Promise<LeftWindow | undefined> {
  const { leftWindow } = shared;
  shared.leftWindow = undefined;
  if (!leftWindow) return undefined;
  const { workbench } = leftWindow;
  await workbench.page.setViewportSize(usualSize);
  await leaveNothingOpen(workbench);
  return leftWindow;
}

/** Leaves a window to the next guest, after a look at what it has shown, copied and logged. */
async function leave(workbench: Workbench, { url }: Service): Promise<void> {
  try {
    workbench.recorder.assertSilent();
    await new Sheet(workbench).close();
    await workbench.runCommand('Notifications: Clear All Notifications');
  } catch (error) {
    await workbench.dispose();
    throw error;
  }
  shared.leftWindow = { workbench, port: Number(new URL(url).port) };
  atLastTests.add('the window that suites had in common', async () => {
    const { leftWindow } = shared;
    shared.leftWindow = undefined;
    await leftWindow?.workbench.dispose();
  });
}

/** A window that knows the address of a service. */
export function openOn({ url }: Service, options: WorkbenchOptions = {}): Promise<Workbench> {
  const machineSettings = { 'agentConversations.serviceUrl': url, ...options.machineSettings };
  return Workbench.open({ ...options, machineSettings });
}
