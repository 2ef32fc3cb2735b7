import type { Page } from 'playwright-core';

/**
 * Chooses an entry of the open context menu. A menu ignores clicks in its first moments, since the click may be the one that
 * opened it, so the entry is chosen with the keyboard.
 */
export async function chooseFromOpenMenu(page: Page, entry: string): Promise<void> {
  const menu = page.locator('.monaco-menu');
  await menu.getByText(entry, { exact: true }).hover();
  await menu.locator('.action-item.focused', { hasText: entry }).waitFor();
  await page.keyboard.press('Enter');
}
