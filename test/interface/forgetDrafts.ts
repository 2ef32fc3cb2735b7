import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Workbench } from '../host/workbench';

/** Deletes every message that is being written, and loads the window anew, which remembers none then. */
export async function forgetDrafts(workbench: Workbench): Promise<void> {
  await closeEditors(workbench);
  const entries = await readdir(workbench.server.dataFolder, { recursive: true, withFileTypes: true });
  const drafts = entries
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => /agent-conversations\.agent-conversations[\\/](draft\.json|drafts|sheets)$/.test(file));
  await Promise.all(drafts.map((file) => rm(file, { recursive: true, force: true })));
  await workbench.reload();
  // What was open a moment ago may be opened again, without its file.
  await closeEditors(workbench);
}

async function closeEditors(workbench: Workbench): Promise<void> {
  await workbench.runCommand('View: Close All Editors');
  await workbench.patience.until(
    'no editor',
    () => workbench.editor.tabs(),
    ({ length }) => length === 0,
  );
}
