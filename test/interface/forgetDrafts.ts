import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Workbench } from '../host/workbench';

/** Deletes every message that is being written, and reloads the window, which then remembers none. */
export async function forgetDrafts(workbench: Workbench): Promise<void> {
  await closeEditors(workbench);
  await removeDrafts(workbench);
  await workbench.reload();
  // VS Code may reopen what was open a moment ago, without its file.
  await closeEditors(workbench);
}

/** Time in which a window writes what it has just closed, in milliseconds. */
const mayBeWritten = 10_000;

/** Leaves no editor open and no message being written, with as little work as possible. No sheet may be open. */
export async function leaveNothingOpen(workbench: Workbench): Promise<void> {
  await closeEditors(workbench);
  const until = Date.now() + mayBeWritten;
  const held = await workbench.patience.until(
    'the messages to be written',
    () => filesIn(workbench, /[\\/]drafts[\\/]holds[\\/]/),
    ({ length }) => length === 0 || Date.now() > until,
  );
  // A window that holds none looks for messages on disk alone; what holds one may also have crashed.
  await (held.length === 0 ? removeDrafts(workbench) : forgetDrafts(workbench));
}

/** Removes every conversation from the list, as another window would: those that may run are warned of. */
export async function forgetConversations(workbench: Workbench): Promise<void> {
  const files = await filesIn(workbench, /[\\/]conversations[\\/]/);
  if (files.length === 0) return;
  await Promise.all(files.map((file) => rm(file, { force: true })));
  await workbench.statusBarItem().waitFor(/^Agent$/);
}

/** Deletes the files of all messages that are being written. */
async function removeDrafts(workbench: Workbench): Promise<void> {
  const files = await filesIn(workbench, /[\\/]drafts[\\/]/);
  await Promise.all(files.map((file) => rm(file, { force: true })));
}

async function filesIn({ server }: Workbench, places: RegExp): Promise<readonly string[]> {
  const entries = await readdir(server.dataFolder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const own = `${path.sep}agent-conversations.agent-conversations${path.sep}`;
  return files.filter((file) => places.test(path.sep + (file.split(own)[1] ?? '')));
}

async function closeEditors(workbench: Workbench): Promise<void> {
  await workbench.runCommand('View: Close All Editors');
  await workbench.editor.waitForTabs('no editor', ({ length }) => length === 0);
}
