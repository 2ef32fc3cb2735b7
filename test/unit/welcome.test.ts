import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { views } from '../../src/names';

interface Manifest {
  readonly contributes: {
    readonly viewsWelcome: readonly { readonly view: string; readonly contents: string; readonly when?: string }[];
  };
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(path.join(PROJECT_ROOT, file), 'utf8'));
const { viewsWelcome } = (readJson('package.json') as Manifest).contributes;
const words = readJson('package.nls.json') as Readonly<Record<string, string>>;
const translated = (key: string) => words[key.slice(1, -1)] ?? key;
/** Lines that are one link: VS Code makes buttons of them. */
const buttonsOf = (key: string) => translated(key).match(/^\[[^\]]+\]\([^)]+\)$/gm) ?? [];

describe('the welcome of the conversations view', () => {
  const welcomes = viewsWelcome.filter(({ view }) => view === views.conversations);
  const whenOf = (key: string) => welcomes.find(({ contents }) => contents === `%welcome.${key}%`)?.when?.split(' && ');

  it('speaks of a missing Git where a folder is open and Git is on, by the context key of the Git extension', () =>
    assert.deepEqual(whenOf('gitMissing'), [
      'isWorkspaceTrusted',
      'workspaceFolderCount != 0',
      'config.git.enabled',
      'git.missing',
      '!remoteName',
    ]));
  it('tells a Git that is switched off from a Git extension that is not there, whose setting has no value', () => {
    const where = ['isWorkspaceTrusted', 'workspaceFolderCount != 0'];
    // To VS Code, `key == false` is true of a key without a value, too.
    assert.deepEqual(whenOf('gitDisabled'), [...where, 'config.git.enabled =~ /^false$/']);
    assert.deepEqual(whenOf('gitExtension'), [...where, '!config.git.enabled', '!(config.git.enabled =~ /^false$/)']);
  });
  it('has one button in all: what is in the way has links, and takes the button only where nothing can start', () => {
    const starting = ['%welcome.conversations%', '%welcome.untrusted%'];
    for (const { contents } of welcomes) {
      assert.equal(buttonsOf(contents).length, starting.includes(contents) ? 1 : 0, contents);
      assert.match(translated(contents), /\[.+\]\((command:|https:).+\)/, contents);
    }
  });
});

describe('the welcome of the settings view', () => {
  it('has one button in every text', () => {
    for (const { view, contents } of viewsWelcome)
      if (view === views.settings) assert.equal(buttonsOf(contents).length, 1, contents);
  });
  it('speaks of a newer service where another kind of answer came, as the notification does', () =>
    assert.match(words['welcome.settings.wrongService'] ?? '', /newer service/));
});

describe('welcome texts about the machine', () => {
  const remote = viewsWelcome.filter(({ contents }) => contents.endsWith('.remote%'));
  it('are there for remote windows', () => assert.equal(remote.length, 2));
  for (const { contents, when = '' } of remote) {
    it(`speak of the machine that the window runs on there, and only there: ${contents}`, () => {
      const local = viewsWelcome.find((welcome) => welcome.contents === contents.replace('.remote%', '%'));
      assert.match(translated(contents), /the machine that this window runs on/);
      assert.equal(local?.when?.replace(/!remoteName$/, 'remoteName'), when);
    });
  }
});
