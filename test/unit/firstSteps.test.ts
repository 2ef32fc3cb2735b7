import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';

interface Manifest {
  readonly contributes: {
    readonly walkthroughs: readonly {
      readonly steps: readonly { readonly title: string; readonly description: string }[];
    }[];
  };
}

const read = (file: string) => readFileSync(path.join(PROJECT_ROOT, file), 'utf8');
const readme = read('README.md');
const [{ steps } = assert.fail('no walkthrough')] = (JSON.parse(read('package.json')) as Manifest).contributes
  .walkthroughs;

/** The words alone: without marks, links, and line breaks. */
const plain = (text: string) =>
  text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_`]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

const numbered = (text: string) =>
  [...text.matchAll(/^\d\. ([^]*?)(?=^\d\. |\n\n|\n\[|(?![^]))/gm)].map(([, step = '']) => plain(step));

for (const file of ['package.nls.json', 'package.nls.de.json']) {
  const words = JSON.parse(read(file)) as Readonly<Record<string, string>>;
  const translated = (key: string) => words[key.slice(1, -1)] ?? assert.fail(key);
  const said = steps.map(({ title, description }) => ({
    title: plain(translated(title)),
    what: plain(translated(description).split('\n')[0] ?? ''),
  }));

  describe(`the first steps in ${file}`, () => {
    it('are five, and those that come before a start are in the welcome of the conversations view', () => {
      assert.equal(said.length, 5);
      assert.deepEqual(
        numbered(translated('%welcome.conversations%')),
        said.slice(0, 2).map(({ title }) => title),
      );
      assert.deepEqual(numbered(translated('%welcome.conversations.ready%')), []);
    });

    it('are in the same words where the settings view lacks the key, or the settings', () => {
      const [save = ''] = /^.*?Git.[Hh]ost\./.exec(said[0]?.what ?? '') ?? [];
      const key = said[1]?.what.split(': ').at(-1) ?? '';
      assert.ok(key.length > 80 && save.length > 80);
      assert.ok(plain(translated('%welcome.settings.noKey%')).includes(key), key);
      assert.ok(plain(translated('%welcome.settings.noSettings%')).includes(save), save);
    });

    if (file === 'package.nls.json')
      it('are those of README.md', () => {
        const [, setUp = ''] = /^## Set up$([^]*?)^## /m.exec(readme) ?? [];
        assert.deepEqual(
          numbered(setUp),
          said.map(({ title, what }) => `${title}. ${what}`),
        );
      });
  });
}

for (const key of ['welcome.conversations', 'welcome.conversations.ready'])
  it(`${key} begins with the first sentence of README.md`, () => {
    const words = JSON.parse(read('package.nls.json')) as Record<string, string>;
    const [, first = ''] = /^# [^\n]*\n\n([^]*?\.) /.exec(readme) ?? [];
    assert.equal(words[key]?.split('\n')[0], plain(first));
  });
