import assert from 'node:assert/strict';
import process from 'node:process';
import { TemporaryFolder } from '../host/temporaryFolder';
import { testVariables } from '../host/testReport';
import { hostVersion, newestVersion } from '../host/versions';
import { Camera } from '../pictures/camera';
import { sceneGroups, takeScenes } from '../pictures/scenes';
import { slow } from '../support/tags';

const isNewest = hostVersion(process.env[testVariables.vscode]).vscode === newestVersion.vscode;

/** Opening a window and closing it may take as long as one scene. */
const timeoutOf = (names: readonly string[]) => (names.length + 1) * 150_000;

slow('Nobody looks at these pictures.').describe('npm run pictures', () => {
  // Pictures are taken on the newest VS Code alone.
  if (!isNewest) return;
  for (const names of sceneGroups) {
    it(`comes to the end of the scenes of: ${names.join(', ')}`, async () => {
      using folder = new TemporaryFolder('pictures');
      const camera = new Camera(folder.path, ['dark']);
      await takeScenes(names, camera);
      assert.ok(camera.takes.length >= 4 * names.length, `${camera.takes.length} pictures`);
    }).timeout(timeoutOf(names));
  }
});
