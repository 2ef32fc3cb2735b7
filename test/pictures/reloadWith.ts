import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Workbench } from '../host/workbench';

type Settings = Readonly<Record<string, unknown>>;

/** Reloads the window with other settings: it reads their files when it is loaded, and not again. */
export async function reloadWith(
  workbench: Workbench,
  { machine, user }: { readonly machine: Settings; readonly user: Settings },
): Promise<void> {
  const file = (folder: string) => path.join(workbench.server.dataFolder, 'data', folder, 'settings.json');
  await writeFile(file('Machine'), JSON.stringify(machine));
  await writeFile(file('User'), JSON.stringify(user));
  await workbench.reload();
  await workbench.openContainer('Agent Conversations');
}
