import type { Event } from '../../src/base/event';

/**
 * Waits until a condition holds, checking again at each event.
 * @throws {Error} if it doesn't hold after `deadlineMs`, with what was waited for
 */
export async function eventually<T>(
  what: string,
  holds: () => boolean,
  on: Event<T>,
  deadlineMs = 10_000,
): Promise<void> {
  if (holds()) return;
  await new Promise<void>((resolve, reject) => {
    const end = (settle: () => void) => {
      subscription.dispose();
      clearTimeout(timer);
      settle();
    };
    const subscription = on(() => (holds() ? end(resolve) : undefined));
    const timer = setTimeout(() => end(() => reject(new Error(`Timed out waiting for: ${what}`))), deadlineMs);
  });
}
