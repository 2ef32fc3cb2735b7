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
  if ((await removeConversations(workbench)) === 0) return;
  await workbench.patience.until(
    'an empty list of conversations',
    async () => {
      // A file that the window was just replacing is there again.
      await removeConversations(workbench);
      return (await workbench.statusBarItem().state())?.text;
    },
    (text) => text === 'Agent',
  );
}

/** @returns the number of files that were there */
async function removeConversations(workbench: Workbench): Promise<number> {
  const files = await filesIn(workbench, /[\\/]conversations[\\/]/);
  await Promise.all(files.map((file) => rm(file, { force: true })));
  return files.length;
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
