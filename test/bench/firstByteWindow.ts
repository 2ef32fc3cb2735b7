import { activated } from './activated';
import { firstByte } from './firstByte';
import { quiet } from './quiet';
import { sheetCost } from './sheetCost';
import { measureInWindow } from './windowResult';

/** In the extension host: how long the sheet takes to be there, and a start to leave. */
export async function run(): Promise<void> {
  await measureInWindow(async () => {
    await activated('first');
    await quiet();
    return [...(await sheetCost()), ...(await firstByte())];
  });
}
