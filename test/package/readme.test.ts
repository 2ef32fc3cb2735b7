import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { shippedExtension } from '../host/vsix';
import { readText } from '../support/words';

describe('The packaged README', function () {
  // Packages the extension if that hasn't been done yet.
  this.timeout(60_000);

  it('contains no pictures and no links into the repository, which VS Code would show as broken, but all of the text', async () => {
    const { folder } = await shippedExtension();
    const shipped = readFileSync(path.join(folder, 'readme.md'), 'utf8');
    assert.doesNotMatch(shipped, /!\[|<img|\]\((?!#|https:)/);
    const words = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('!['));
    const withoutLinks = readText('README.md').replace(/\[([\w/.]+)\]\([\w/.]+\)/g, '$1');
    assert.deepEqual(words(shipped), words(withoutLinks));
  });
});
