import assert from 'node:assert/strict';
import { stepContexts, hasConversationsContext } from '../../src/names';
import { manifest, manifestWords } from '../support/manifest';
import { readText, wordsIn } from '../support/words';

const readme = readText('README.md');
const [{ steps } = assert.fail('no walkthrough')] = manifest.contributes.walkthroughs;

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
  const words = wordsIn(file);
  const translated = (key: string) => words[key.slice(1, -1)] ?? assert.fail(key);
  const said = steps.map(({ title, description }) => ({
    title: plain(translated(title)),
    what: plain(translated(description).split('\n')[0] ?? ''),
  }));
  const places = [...translated('%walkthrough.address.description%').matchAll(/^\*\*(.+)\*\*: (.+); (.+)$/gm)].map(
    ([, server = '', url = '', key = '']) => ({ server, url, key }),
  );

  describe(`the first steps in ${file}`, () => {
    it('are five, and those that come before a start are in the welcome of the conversations view', () => {
      assert.equal(said.length, 5);
      assert.deepEqual(
        numbered(translated('%welcome.conversations%')),
        said.slice(0, 2).map(({ title }) => title),
      );
      assert.deepEqual(
        numbered(translated('%welcome.conversations.noSettings%')),
        said.slice(0, 1).map(({ title }) => title),
        'the key is there',
      );
      assert.deepEqual(numbered(translated('%welcome.conversations.ready%')), []);
    });

    it('are in the same words where the settings view lacks the key, or the settings', () => {
      const [save = ''] = /^.*?Git.[Hh]ost\./.exec(said[0]?.what ?? '') ?? [];
      assert.ok(save.length > 80);
      const noKey = translated('%welcome.settings.noKey%').split('\n');
      assert.equal(places.length, 3, 'your own, Agent Canvas, hosted');
      for (const { server, key } of places) assert.ok(noKey.includes(`${server}: ${key}`), server);
      assert.ok(plain(translated('%welcome.settings.noSettings%')).includes(save), save);
    });

    if (file === 'package.nls.json')
      it('are those of README.md', () => {
        const [, setUp = ''] = /^## Set up$([^]*?)^## /m.exec(readme) ?? [];
        assert.deepEqual(
          numbered(setUp),
          said.map(({ title, what }) => `${title}. ${what}`),
        );
        for (const { server, url, key } of places) {
          const cells = setUp.split('\n').filter((line) => line.startsWith(`| ${server}`));
          assert.ok(cells.length > 0, server);
          for (const cell of cells) assert.ok(plain(cell).toLowerCase().includes(url.toLowerCase()), cell);
          if (cells.length === 1) assert.ok(plain(cells[0]!).toLowerCase().includes(key.toLowerCase()), key);
        }
      });

    it('say for a server of your own with a key what comes before its settings, in the walkthrough and the view', () => {
      const [, first = ''] = translated('%walkthrough.settings.description%').split('\n');
      assert.match(first, /SESSION_API_KEY/);
      assert.ok(translated('%welcome.settings.noSettings%').split('\n').includes(first), first);
    });
  });
}

describe('the steps of the walkthrough', () => {
  it('are each completed by what was done, in whatever window and by whatever button', () => {
    const remembered = [...Object.values(stepContexts), hasConversationsContext].map((key) => `onContext:${key}`);
    for (const { title, completionEvents } of steps)
      assert.ok(
        completionEvents.some((event) => remembered.includes(event)),
        title,
      );
    const events = steps.flatMap(({ completionEvents }) => completionEvents);
    const wrong = remembered.filter((event) => !events.includes(event));
    assert.deepEqual(wrong, []);
  });
});

for (const key of ['welcome.conversations', 'welcome.conversations.noSettings', 'welcome.conversations.ready'])
  it(`${key} begins with the first sentence of README.md`, () => {
    const [, first = ''] = /^# [^\n]*\n\n([^]*?\.) /.exec(readme) ?? [];
    assert.equal(manifestWords[key]?.split('\n')[0], plain(first));
  });
