import type { Camera } from './camera';
import { Stage, wideAndNarrow } from './stage';

const group = 'drafts';

const messages = [
  'Upgrade the linter, and mend what it finds',
  'Fix the failing test in parser.ts, and say in a comment what was wrong',
  'Greet in the language of the user, with the one of the browser as the default, and fall back to English',
];

/** Unsent drafts, the first of them in an editor, and where they are found; wide, and narrow in German. */
export async function draftScenes(camera: Camera): Promise<void> {
  for (const [kind, options] of wideAndNarrow) {
    await using stage = await Stage.open(camera, options);
    const { workbench, sheet, say } = stage;
    const { quickInput } = workbench;
    const restored = say('Restored draft · Start Fresh');
    for (const [at, message] of messages.entries()) {
      await stage.openSheet();
      if (at > 1) {
        await sheet.choose(restored);
        await sheet.waitForMessage('');
      }
      await quickInput.fill(message);
      await sheet.waitForMessage(message);
      if (at === 0) {
        await sheet.choose(say('More Options...'));
        await quickInput.waitForTitle(say('More Options'));
        await quickInput.choose(say('Write in Editor'));
        await workbench.editor.waitForText('Upgrade');
      }
      await stage.clear();
    }
    await stage.openSheet();
    await stage.take(group, `restored, ${kind}`, 'window');
    await sheet.choose(restored);
    await sheet.waitForMessage('');
    await sheet.choose(say('More Options...'));
    await quickInput.waitForTitle(say('More Options'));
    await stage.take(group, `more options, ${kind}`, 'window');
    await quickInput.choose(say('Open Draft...'));
    await quickInput.waitForTitle(say('Open Draft'));
    await stage.take(group, `list, ${kind}`, 'window');
    await stage.clear();
  }
}
