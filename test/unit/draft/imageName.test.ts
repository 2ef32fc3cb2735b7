import assert from 'node:assert/strict';
import { hasEnding, imageEndings } from '../../../src/draft/imageFormats';

describe('image extensions', () => {
  it('are those that can be sent', () => assert.deepEqual(imageEndings, ['png', 'jpg', 'jpeg', 'gif', 'webp']));

  const rows: readonly (readonly [string, boolean])[] = [
    ['/home/me/shot.png', true],
    ['Shot.JPEG', true],
    ['shot.png.txt', false],
    ['png', false],
    ['shotpng', false],
    ['shot.svg', false],
  ];
  for (const [name, expected] of rows) {
    it(`${expected ? 'are found' : "aren't found"} in ${name}`, () =>
      assert.equal(hasEnding(name, imageEndings), expected));
  }
});
