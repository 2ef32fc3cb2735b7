import type { Stage } from './stage';

const group = 'drafts';

const messages = [
  'Fix the failing test in parser.ts, and say in a comment what was wrong',
  'Greet in the language of the user, with the one of the browser as the default, and fall back to English',
];

/** Unsent drafts, and where they are found. */
export async function draftScenes(stage: Stage): Promise<void> {
  const { workbench, sheet } = stage;
  const { page, quickInput } = workbench;
  for (const [at, message] of messages.entries()) {
    await sheet.open();
    if (at > 0) {
      await sheet.choose('Restored draft');
      await sheet.waitForMessage('');
    }
    await quickInput.fill(message);
    await sheet.waitForMessage(message);
    await stage.clear();
  }
  await sheet.open();
  await stage.take(group, 'restored', 'quickInput');
  await sheet.choose('Restored draft');
  await sheet.waitForMessage('');
  await sheet.choose('More Options...');
  await quickInput.waitForTitle('More Options');
  await quickInput.press('End');
  await stage.take(group, 'more options', 'quickInput');
  await quickInput.choose('Open Draft...');
  await quickInput.waitForTitle('Open Draft');
  await stage.take(group, 'list', 'quickInput');
  const size = page.viewportSize()!;
  await page.setViewportSize({ width: 600, height: 800 });
  await stage.take(group, 'list at 600', 'window');
  await page.setViewportSize(size);
  await stage.clear();
}
