import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readText } from '../support/words';

/** In bytes, so that a page with all of them opens at once. */
const most = { '.png': 40_000, '.gif': 2_000_000 };

const folder = 'media/readme';
const text = readText('README.md');
const pictures = [...text.matchAll(/!\[([^\]]*)\]\(([^)]*)\)/g)].map(([, alt = '', file = '']) => ({ alt, file }));

describe('the pictures of README.md', () => {
  it('are complete, each shown once', () => {
    const files = pictures.map(({ file }) => file).sort();
    assert.deepEqual(
      files,
      readdirSync(path.join(PROJECT_ROOT, folder)).map((name) => `${folder}/${name}`),
    );
    assert.ok(pictures.length >= 4, 'one for each main flow');
  });

  for (const { alt, file } of pictures) {
    it(`have alternative text for ${path.basename(file)}`, () => {
      assert.match(alt, /^\p{Lu}.{39,}\.$/u, 'a whole sentence');
      assert.doesNotMatch(alt, /^(A |The )?(picture|screenshot|image)/i, 'which a screen reader says anyway');
    });

    it(`are small, whatever moves: ${path.basename(file)}`, () => {
      assert.ok(existsSync(path.join(PROJECT_ROOT, file)), 'npm run pictures -- --readme');
      const bytes = readFileSync(path.join(PROJECT_ROOT, file));
      const kind = path.extname(file) as keyof typeof most;
      assert.match(bytes.toString('latin1', 0, 4), { '.png': /^.PNG/, '.gif': /^GIF8/ }[kind]);
      assert.ok(bytes.length <= most[kind], `${bytes.length} bytes`);
    });
  }
});
