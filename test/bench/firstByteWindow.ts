import { activated } from './activated';
import { firstByte } from './firstByte';
import { quiet } from './quiet';
import { measureInWindow } from './windowResult';

/** In the extension host: how long a start takes to leave. */
export async function run(): Promise<void> {
  await measureInWindow(async () => {
    await activated('first');
    await quiet();
    return firstByte();
  });
}
