import path from 'node:path';
import type { Workbench } from '../host/workbench';

/**
 * Chooses a file in VS Code's own list of files, which stands in for the system's dialog. The list starts with a folder
 * of its own, which may overwrite a path that was typed too early.
 */
export async function chooseFile({ patience, quickInput }: Workbench, title: string, file: string): Promise<void> {
  await quickInput.waitForTitle(title);
  await patience.until(
    'the files of the first folder',
    async () => ({ state: await quickInput.state(), rows: await quickInput.visibleRows() }),
    ({ state, rows }) => state?.busy === false && state.value !== '' && rows.length > 0,
  );
  await patience.until(
    `the file ${file}`,
    async () => {
      const state = await quickInput.state();
      if (state?.value !== file) await quickInput.fill(file);
      return { state, rows: await quickInput.visibleRows() };
    },
    ({ state, rows }) =>
      state?.value === file && !state.busy && rows.some(({ label }) => label === path.basename(file)),
  );
  await quickInput.accept();
}
