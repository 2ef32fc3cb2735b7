import assert from 'node:assert/strict';
import { views } from '../../src/names';
import { manifest, manifestWords, translated } from '../support/manifest';

const { viewsWelcome } = manifest.contributes;
/** Lines that consist of one link: VS Code shows them as buttons. */
const buttonsOf = (key: string) => translated(key).match(/^\[[^\]]+\]\([^)]+\)$/gm) ?? [];

describe('the welcome of the conversations view', () => {
  const welcomes = viewsWelcome.filter(({ view }) => view === views.conversations);
  const whenOf = (key: string) => welcomes.find(({ contents }) => contents === `%welcome.${key}%`)?.when?.split(' && ');

  it('mentions a missing Git if a folder is open and Git is enabled, by the context key of the Git extension', () =>
    assert.deepEqual(whenOf('gitMissing'), [
      'isWorkspaceTrusted',
      'workspaceFolderCount != 0',
      'config.git.enabled',
      'git.missing',
      '!remoteName',
    ]));
  it('distinguishes a disabled Git from a missing Git extension, whose setting has no value', () => {
    const where = ['isWorkspaceTrusted', 'workspaceFolderCount != 0'];
    // For VS Code, `key == false` is also true for a key without a value.
    assert.deepEqual(whenOf('gitDisabled'), [...where, 'config.git.enabled =~ /^false$/']);
    assert.deepEqual(whenOf('gitExtension'), [...where, '!config.git.enabled', '!(config.git.enabled =~ /^false$/)']);
  });
  it('has one button in all: obstacles have links, and take the button only if nothing can start', () => {
    const starting = [
      '%welcome.conversations%',
      '%welcome.conversations.noSettings%',
      '%welcome.conversations.ready%',
      '%welcome.untrusted%',
    ];
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
  it("says that another kind of response isn't a supported server's, as the notification does", () =>
    assert.match(manifestWords['welcome.settings.wrongService'] ?? '', /isn't a supported OpenHands server/));
});

describe('welcome texts about the machine', () => {
  const remote = viewsWelcome.filter(({ contents }) => contents.endsWith('.remote%'));
  it('exist for remote windows', () => assert.equal(remote.length, 2));
  for (const { contents, when = '' } of remote)
    it(`mention the machine that the window runs on there, and only there: ${contents}`, () => {
      const local = viewsWelcome.find((welcome) => welcome.contents === contents.replace('.remote%', '%'));
      assert.match(translated(contents), /the machine that this window runs on/);
      assert.equal(local?.when?.replace(/!remoteName$/, 'remoteName'), when);
    });
});
