import { historyCost } from './historyCost';
import { quiet } from './quiet';
import { settingsCost } from './settingsCost';
import { measureInWindow } from './windowResult';

/** In the extension host: what grows with what a service or the years bring. */
export async function run(): Promise<void> {
  await measureInWindow(async () => {
    await quiet();
    return [...(await settingsCost()), ...(await historyCost())];
  });
}
