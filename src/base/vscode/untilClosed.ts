import type { QuickInput } from 'vscode';
import { showQuickInput } from './quickInputs';

/**
 * Shows a quick input until it is settled or closed, and disposes of it with its listeners.
 * @param listen called before it is shown
 * @returns `undefined` if it was closed
 */
export async function untilClosed<T>(
  input: QuickInput,
  listen: (settle: (answer: T | undefined) => void) => void,
): Promise<T | undefined> {
  try {
    return await new Promise((resolve) => {
      input.onDidHide(() => resolve(undefined));
      listen(resolve);
      showQuickInput(input);
    });
  } finally {
    input.dispose();
  }
}
