import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Workbench } from '../host/workbench';

/** Deletes every message that is being written, and reloads the window, which then remembers none. */
export async function forgetDrafts(workbench: Workbench): Promise<void> {
  await closeEditors(workbench);
  await Promise.all((await draftFiles(workbench)).map((file) => rm(file, { force: true })));
  await workbench.reload();
  // VS Code may reopen what was open a moment ago, without its file.
  await closeEditors(workbench);
}

/** Leaves no editor open and no message being written, with as little work as possible. */
export async function leaveNothingOpen(workbench: Workbench): Promise<void> {
  if ((await draftFiles(workbench)).length > 0) await forgetDrafts(workbench);
  else await closeEditors(workbench);
}

/** Files of all messages that are being written. */
async function draftFiles({ server }: Workbench): Promise<readonly string[]> {
  const entries = await readdir(server.dataFolder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => /agent-conversations\.agent-conversations[\\/](draft\.json$|drafts[\\/]|sheets[\\/])/.test(file));
}

async function closeEditors(workbench: Workbench): Promise<void> {
  await workbench.runCommand('View: Close All Editors');
  await workbench.patience.until(
    'no editor',
    () => workbench.editor.tabs(),
    ({ length }) => length === 0,
  );
}
