import type { Workbench } from '../host/workbench';

/**
 * Presses Enter, and again where the box warns that another one keeps what is in it, until it is closed or asks something
 * else. The second press of a double one is not taken for an answer.
 */
export async function acceptAnyway({ page, patience, quickInput }: Workbench): Promise<void> {
  const asked = (await quickInput.state())?.title;
  await quickInput.accept();
  await patience.until(
    `the answer to ${asked} to be kept`,
    async () => {
      const open = await quickInput.state();
      if (/Press Enter again/.test(open?.message ?? '')) await page.keyboard.press('Enter');
      return open;
    },
    (open) => open?.title !== asked,
  );
}
