// node out/test/pictures/main.js [--only status,sheet,...] [--readme]: takes pictures of what the extension shows, in
// every theme, below .vscode-test/pictures/, with a page of them all; with --readme, those of README.md instead.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { toolsFolder } from '../host/paths';
import { removeFolder } from '../support/removeFolder';
import { Camera } from './camera';
import { contactSheet } from './contactSheet';
import { readmePictures } from './readmePictures';
import { sceneGroups, takeScenes } from './scenes';

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { readme: { type: 'boolean' }, only: { type: 'string' } } });
  if (values.readme) {
    await readmePictures();
    return;
  }
  const sceneNames = sceneGroups.flat();
  const chosen = values.only?.split(',') ?? sceneNames;
  const unknown = chosen.filter((name) => !sceneNames.includes(name));
  if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: it can be ${sceneNames.join(', ')}.`);
  const folder = path.join(toolsFolder, 'pictures');
  await removeFolder(folder);
  const camera = new Camera(folder);
  try {
    await takeScenes(chosen, camera);
  } finally {
    // Pictures that were taken before something went wrong are worth a look, too.
    console.log(`${camera.takes.length} states in ${await contactSheet(folder, camera.takes)}`);
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? (error.stack ?? error.message) : error);
    process.exit(1);
  },
);
