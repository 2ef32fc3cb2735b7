import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import process from 'node:process';
import { isDeepStrictEqual } from 'node:util';
import type { QuickRow } from '../host/quickInput';
import { resetSampleRepository } from '../host/sampleRepository';
import { orderOf } from '../host/testReport';
import type { usualSize, Workbench } from '../host/workbench';
import type { Service } from '../service/service';
import { atLastTests } from '../support/atLastTests';
import { marked } from '../support/markedSecrets';
import { isWanted } from '../support/tags';
import { forgetConversations, leaveNothingOpen } from './forgetDrafts';
import { Sheet } from './sheet';
import { sheetFields } from './sheetFields';

/** Window that a suite has left for the next one. */
interface LeftWindow {
  readonly workbench: Workbench;
  /** Listens on the port of the service that the window knows: left free, it could become that of something else. */
  readonly portHolder: Server;
  /** True if its repository was given back behind its back. */
  readonly isOutdated: boolean;
}

interface EndOfSuite {
  readonly isFit: boolean;
  /** True if the suite has changed the repository of the window: the next guest gets it as it was. */
  readonly changesRepository: boolean;
}

/** Variable of the environment of each window that is left, with a secret. */
export const secretVariable = { name: 'AGENT_CONVERSATIONS_SECRET', value: marked('environment') };

/** Options of each window that is left. */
export const sharedWindow = { env: { [secretVariable.name]: secretVariable.value } };

/** Compiled test files share no variables, but they run in this one process. */
const shared = globalThis as { leftWindow?: LeftWindow | undefined };

/**
 * Window that the last suite has left, in which nothing is open any more and nothing is being written, and the port of
 * the service that it knows. If it is outdated, it may not have heard that its repository is as it was.
 */
export async function takeLeftWindow(
  size: typeof usualSize,
): Promise<{ readonly workbench: Workbench; readonly port: number; readonly isOutdated: boolean } | undefined> {
  const { leftWindow } = shared;
  shared.leftWindow = undefined;
  if (!leftWindow) return undefined;
  const { workbench, portHolder, isOutdated } = leftWindow;
  await workbench.page.setViewportSize(size);
  await leaveNothingOpen(workbench);
  await forgetConversations(workbench);
  const port = portOf(portHolder);
  await close(portHolder);
  return { workbench, port, isOutdated };
}

/**
 * Ends a suite in a window, and its service: leaves it to the next guest if it is fit for one, after checking what it has shown, copied
 * and logged, and disposes of it otherwise.
 */
export async function endInWindow(
  workbench: Workbench,
  service: Service,
  { isFit, changesRepository }: EndOfSuite,
): Promise<void> {
  try {
    if (!isFit) {
      await workbench.dispose();
      return;
    }
    if (changesRepository) await resetSampleRepository(workbench.folder!);
    workbench.recorder.assertSilent();
    await new Sheet(workbench).close();
    await workbench.runCommand('Notifications: Clear All Notifications');
  } catch (error) {
    await workbench.dispose();
    throw error;
  } finally {
    await service.close();
  }
  await disposeLeftWindow();
  const portHolder = await holdPort(Number(new URL(service.url).port));
  shared.leftWindow = { workbench, portHolder, isOutdated: changesRepository };
  atLastTests.add('the window that suites had in common', disposeLeftWindow);
}

/** Waits until a window knows the repository as it is again, which takes less work than a reload. */
export async function untilRepositoryIsKnown(workbench: Workbench): Promise<void> {
  const sheet = new Sheet(workbench);
  await workbench.patience.until(
    'the sheet to show the repository as it was',
    () => sheet.glance(),
    (rows) => isDeepStrictEqual(sheetFields(rows), sampleFields) && !rows.some(isOnlyHere),
  );
}

/** The fields that the sheet shows for the sample repository. */
const sampleFields = { repository: 'octocat/Hello-World', git_provider: 'github', selected_branch: 'main' };

function isOnlyHere({ description }: QuickRow): boolean {
  return description.includes('not visible to the agent');
}

async function disposeLeftWindow(): Promise<void> {
  const { leftWindow } = shared;
  shared.leftWindow = undefined;
  if (!leftWindow) return;
  await close(leftWindow.portHolder);
  await leftWindow.workbench.dispose();
}

async function holdPort(port: number): Promise<Server> {
  const server = createServer((socket) => socket.destroy());
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => void server.close(() => resolve()));
}

/** True if all tests of the suite of a hook that this run is for have passed: only then its window is fit for another. */
export function hasPassed({ test }: Mocha.Context): boolean {
  const order = orderOf(process.env);
  const tests = test?.parent?.tests.filter((each) => isWanted(order, each.fullTitle())) ?? [];
  return tests.length > 0 && tests.every((each) => each.isPassed() || each.isPending());
}
