import assert from 'node:assert/strict';
import process from 'node:process';
import { TemporaryFolder } from '../host/temporaryFolder';
import { testVariables } from '../host/testReport';
import { hostVersion, newestVersion } from '../host/versions';
import { Camera } from '../pictures/camera';
import { sceneNames, takeScenes } from '../pictures/scenes';
import { slow } from '../support/tags';

const isNewest = hostVersion(process.env[testVariables.vscode]).vscode === newestVersion.vscode;

slow('Nobody looks at these pictures.').describe('npm run pictures', function () {
  this.timeout(600_000);

  // Pictures are taken on the newest VS Code alone.
  if (isNewest)
    it('comes to the end of every scene', async () => {
      using folder = new TemporaryFolder('pictures');
      const camera = new Camera(folder.path, ['dark']);
      await takeScenes(sceneNames, camera);
      assert.ok(camera.takes.length > 60, `${camera.takes.length} pictures`);
    });
});
