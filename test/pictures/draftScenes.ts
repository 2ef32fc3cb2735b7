import type { Camera } from './camera';
import { Stage } from './stage';

const group = 'drafts';

const english = {
  start: 'Start Conversation...',
  restored: 'Restored draft',
  more: 'More Options...',
  moreTitle: 'More Options',
  write: 'Write in Editor',
  open: 'Open Draft...',
  openTitle: 'Open Draft',
};

const german: typeof english = {
  start: 'Unterhaltung starten...',
  restored: 'Wiederhergestellter Entwurf',
  more: 'Weitere Optionen...',
  moreTitle: 'Weitere Optionen',
  write: 'Im Editor schreiben',
  open: 'Entwurf öffnen...',
  openTitle: 'Entwurf öffnen',
};

const messages = [
  'Upgrade the linter, and mend what it finds',
  'Fix the failing test in parser.ts, and say in a comment what was wrong',
  'Greet in the language of the user, with the one of the browser as the default, and fall back to English',
];

/** Unsent drafts, the first of them in an editor, and where they are found; wide, and narrow in German. */
export async function draftScenes(camera: Camera): Promise<void> {
  for (const [kind, words, options] of [
    ['wide', english, {}],
    ['narrow', german, { size: { width: 600, height: 800 }, isGerman: true }],
  ] as const) {
    await using stage = await Stage.open(camera, options);
    const { workbench, sheet } = stage;
    const { quickInput } = workbench;
    const open = async () => {
      await workbench.runCommand(`Agent: ${words.start}`);
      await sheet.waitForRow('Repository: octocat/');
    };
    for (const [at, message] of messages.entries()) {
      await open();
      if (at > 1) {
        await sheet.choose(words.restored);
        await sheet.waitForMessage('');
      }
      await quickInput.fill(message);
      await sheet.waitForMessage(message);
      if (at === 0) {
        await sheet.choose(words.more);
        await quickInput.waitForTitle(words.moreTitle);
        await quickInput.choose(words.write);
        await workbench.editor.waitForText('Upgrade');
      }
      await stage.clear();
    }
    await open();
    await stage.take(group, `restored, ${kind}`, 'window');
    await sheet.choose(words.restored);
    await sheet.waitForMessage('');
    await sheet.choose(words.more);
    await quickInput.waitForTitle(words.moreTitle);
    await stage.take(group, `more options, ${kind}`, 'window');
    await quickInput.choose(words.open);
    await quickInput.waitForTitle(words.openTitle);
    await stage.take(group, `list, ${kind}`, 'window');
    await stage.clear();
  }
}
