import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { shippedExtension } from '../host/vsix';

describe('package: the README', function () {
  // Where nobody has packaged the extension yet, this does.
  this.timeout(60_000);

  it('has no pictures, which VS Code would show as broken, and all of its words', async () => {
    const { folder } = await shippedExtension();
    const shipped = readFileSync(path.join(folder, 'readme.md'), 'utf8');
    assert.doesNotMatch(shipped, /!\[|<img/);
    const whole = readFileSync(path.join(PROJECT_ROOT, 'README.md'), 'utf8');
    const words = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('!['));
    assert.deepEqual(words(shipped), words(whole));
  });
});
