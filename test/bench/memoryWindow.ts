import { activated } from './activated';
import { memory } from './memory';
import { measureInWindow } from './windowResult';

/** In the extension host: what the extension keeps in memory. */
export async function run(): Promise<void> {
  await measureInWindow(async () => {
    await activated('first');
    return memory();
  });
}
