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

/**
 * Leaves no editor open and no message being written, with as little work as possible. No sheet may be open. The window
 * holds no message then, and looks for messages on disk alone.
 */
export async function leaveNothingOpen(workbench: Workbench): Promise<void> {
  await closeEditors(workbench);
  await removeDrafts(workbench);
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
