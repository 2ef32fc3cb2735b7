import type { Workbench } from '../host/workbench';

/**
 * Presses Enter, and again if the box warns that another Enter saves its value anyway, until it is closed or asks
 * something else.
 */
export async function acceptAnyway({ patience, quickInput }: Workbench): Promise<void> {
  const asked = (await quickInput.state())?.title;
  await quickInput.accept();
  await patience.until(
    `the answer to ${asked} to be kept`,
    async () => {
      const open = await quickInput.state();
      if (/Press Enter again/.test(open?.message ?? '')) await quickInput.accept();
      return open;
    },
    (open) => open?.title !== asked,
  );
}
