// node out/test/pictures/main.js [--only status,sheet,...] [--readme]: takes pictures of what the extension shows, in
// every theme, below .vscode-test/pictures/, with a page of them all; with --readme, the stills of README.md instead.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { toolsFolder } from '../host/paths';
import { Camera } from './camera';
import { contactSheet } from './contactSheet';
import { conversationsScenes } from './conversationsScenes';
import { emptyWindows } from './emptyWindows';
import { followUpScenes } from './followUpScenes';
import { narrowScenes } from './narrowScenes';
import { readmePictures } from './readmePictures';
import { settingsScenes, welcomeScenes } from './settingsScenes';
import { sheetScenes } from './sheetScenes';
import { Stage } from './stage';
import { statusBarScenes } from './statusBarScenes';
import { walkthroughScenes } from './walkthroughScenes';
import { removeFolder } from '../support/removeFolder';

/** Run in one window, one after the other: each leaves it as it was, except the last, which leaves no key. */
const scenes: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  status: statusBarScenes,
  conversations: conversationsScenes,
  settings: settingsScenes,
  sheet: sheetScenes,
  narrow: narrowScenes,
  walkthrough: walkthroughScenes,
  welcome: welcomeScenes,
};

/** Needs a service of its own. */
const followUp = 'follow-up';

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { readme: { type: 'boolean' }, only: { type: 'string' } } });
  if (values.readme) {
    await readmePictures();
    return;
  }
  const chosen = values.only?.split(',') ?? [...Object.keys(scenes), followUp];
  const unknown = chosen.filter((name) => !(name in scenes) && name !== followUp);
  if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: it can be ${Object.keys(scenes).join(', ')}.`);
  const folder = path.join(toolsFolder, 'pictures');
  await removeFolder(folder);
  const camera = new Camera(folder);
  try {
    const shared = chosen.filter((name) => name in scenes);
    if (shared.length > 0) await takeAll(shared, camera);
    if (chosen.includes(followUp)) await followUpScenes(camera);
    if (chosen.includes('welcome')) await emptyWindows(camera);
  } finally {
    // Pictures that were taken before something went wrong are worth a look, too.
    console.log(`${camera.takes.length} states in ${await contactSheet(folder, camera.takes)}`);
  }
}

async function takeAll(names: readonly string[], camera: Camera): Promise<void> {
  await using stage = await Stage.open(camera);
  for (const name of names) {
    console.error(`${name} ...`);
    await scenes[name]?.(stage);
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? (error.stack ?? error.message) : error);
    process.exit(1);
  },
);
