import { historyCost } from './historyCost';
import { quiet } from './quiet';
import type { Row } from './row';
import { settingsCost } from './settingsCost';
import { measureInWindow } from './windowResult';

const costs: Readonly<Record<string, () => Promise<readonly Row[]>>> = { settings: settingsCost, history: historyCost };

/** In the extension host: what grows with what a service (the task `settings`) or the years (`history`) bring. */
export async function run(): Promise<void> {
  await measureInWindow(async (task) => {
    await quiet();
    return (await costs[task]?.()) ?? [];
  });
}
