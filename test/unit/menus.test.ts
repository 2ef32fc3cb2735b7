import assert from 'node:assert/strict';
import { changesEditorContext, filteredContext, draftPathsContext, hasConversationsContext } from '../../src/names';
import { manifest } from '../support/manifest';

const { contributes } = manifest;
const sorted = (values: Iterable<string>) => [...values].sort();

describe('the menus', () => {
  const inMenus = Object.entries(contributes.menus).flatMap(([menu, entries]) =>
    entries.map((entry) => ({ menu, name: entry.command.replace('agentConversations.', ''), when: entry.when ?? '' })),
  );

  const aboutDrafts = inMenus.filter(({ name }) => /Draft$|^attachImages$/.test(name) && name !== 'editDraft');
  it('show draft commands in two of them, and only for drafts', () => {
    assert.deepEqual(sorted(new Set(aboutDrafts.map(({ menu }) => menu))), ['commandPalette', 'editor/title']);
    for (const { when } of aboutDrafts) assert.equal(when, `resourcePath in ${draftPathsContext}`);
  });

  it('have the commands on conversations in the palette only while there is one', () => {
    const onRows = inMenus.filter(({ menu, when }) => menu === 'view/item/context' && /\bconversations\b/.test(when));
    const others = ['showConversation', 'startPastConversation', 'refreshConversations'];
    // Also for a service without conversations in the list.
    const always = ['stopFollowing'];
    const named = new Set([...onRows.map(({ name }) => name), ...others].filter((name) => !always.includes(name)));
    for (const name of named) {
      const rules = inMenus.filter((item) => item.menu === 'commandPalette' && item.name === name);
      assert.equal(rules.length, 1, name);
      if (rules[0]?.when !== 'false') assert.equal(rules[0]?.when, hasConversationsContext, name);
    }
    assert.ok(named.size > 10);
  });

  it('show whether the list is filtered: by one of two commands, whose icons differ', () => {
    const filters = inMenus.filter(({ name }) => name === 'filterConversations' || name === 'changeFilter');
    for (const { name, menu, when } of filters) {
      const isMarked = when.includes(`&& ${filteredContext}`);
      const isPlain = when.includes(`&& !${filteredContext}`);
      assert.deepEqual([isMarked, isPlain], name === 'changeFilter' ? [true, false] : [false, true], `${menu} ${when}`);
    }
    assert.equal(filters.length, 4);
    const icons = ['filterConversations', 'changeFilter'].map(
      (name) => contributes.commands.find(({ command }) => command === `agentConversations.${name}`)?.icon,
    );
    assert.deepEqual(icons, ['$(filter)', '$(filter-filled)']);
  });

  for (const name of ['checkOutBranch', 'checkOutBranchInWorktree', 'createPullRequest'])
    it(`offer ${name} in the title of the editor with the changes of a pushed branch, and in the palette with it`, () => {
      const places = inMenus.filter((item) => item.name === name);
      assert.deepEqual(sorted(places.map(({ menu }) => menu)), ['commandPalette', 'editor/title']);
      const editor = `activeEditor == multiDiffEditor && ${changesEditorContext}`;
      for (const { when } of places) assert.equal(when, name === 'createPullRequest' ? `${editor} == branch` : editor);
    });

  // The palette offers them everywhere: there, the command says why it does nothing.
  const handovers = inMenus.filter(
    ({ menu, name }) => menu !== 'commandPalette' && /^(startFrom|resolveMergeConflicts|startAgain)/.test(name),
  );
  for (const { menu, name, when } of handovers)
    it(`offer ${name} in ${menu} only in trusted workspaces`, () => {
      for (const alternative of when.split(' || ')) assert.match(alternative, /(^| )isWorkspaceTrusted( |$)/);
    });
});
