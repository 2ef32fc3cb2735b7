import { activated } from './activated';
import type { ActivationSample } from './activation';
import { quiet } from './quiet';
import { measureInWindow } from './windowResult';

/** In the extension host: one activation of each, in the order that the task names. */
export async function run(): Promise<void> {
  await measureInWindow(async (task) => {
    await quiet();
    // The first activation pays for what VS Code itself does for the first time.
    await activated('first');
    const samples = new Map<string, ActivationSample['shipped']>();
    for (const name of task.split(' ')) {
      await quiet();
      const { load, activate } = await activated(name);
      samples.set(name, { load, activate });
    }
    return Object.fromEntries(samples);
  });
}
