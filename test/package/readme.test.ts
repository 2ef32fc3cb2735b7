import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { shippedExtension } from '../host/vsix';

describe('The packaged README', function () {
  // Packages the extension if that hasn't been done yet.
  this.timeout(60_000);

  it('contains no pictures, which VS Code would show as broken, but all of the text', async () => {
    const { folder } = await shippedExtension();
    const shipped = readFileSync(path.join(folder, 'readme.md'), 'utf8');
    assert.doesNotMatch(shipped, /!\[|<img/);
    const whole = readFileSync(path.join(PROJECT_ROOT, 'README.md'), 'utf8');
    const words = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('!['));
    assert.deepEqual(words(shipped), words(whole));
  });
});
