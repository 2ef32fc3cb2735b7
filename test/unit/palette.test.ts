import assert from 'node:assert/strict';
import { manifest, manifestWords as english, type Command } from '../support/manifest';
import { wordsIn, type Words } from '../support/words';

const { commands, menus } = manifest.contributes;
const german = { ...english, ...wordsIn('package.nls.de.json') };

/** Any view or editor may be open: conditions that hold somewhere count as if they all held at once. */
const never = (menus['commandPalette'] ?? []).filter(({ when }) => when === 'false').map(({ command }) => command);
const offered = commands.filter(({ command }) => !never.includes(command));

function labelIn(words: Words, { title, category }: Command): string {
  const translated = (key: string) => words[key.slice(1, -1)] ?? key;
  return `${translated(category)}: ${translated(title)}`;
}

/** Ids that the palette lists for a text while no command was used: by label or English label, in label order. */
function listed(query: string, words: Words, locale: string): readonly string[] {
  return offered
    .map((entry) => ({ id: entry.command, label: labelIn(words, entry), alias: labelIn(english, entry) }))
    .filter(({ label, alias }) => `${label}\n${alias}`.toLowerCase().includes(query))
    .sort((a, b) => a.label.localeCompare(b.label, locale))
    .map(({ id }) => id);
}

describe('the palette, sorted by label as VS Code sorts it,', () => {
  const queries: readonly (readonly [locale: string, words: Words, query: string])[] = [
    ['en', english, 'start'],
    ['en', english, 'start conversation'],
    ['de', german, 'start'],
    ['de', german, 'start conversation'],
    ['de', german, 'starten'],
    ['de', german, 'unterhaltung starten'],
  ];
  for (const [locale, words, query] of queries)
    it(`has the main command first for "${query}" in ${locale}`, () =>
      assert.equal(listed(query, words, locale)[0], 'agentConversations.startConversation'));

  const twins: readonly (readonly [hidden: string, shown: string])[] = [
    ['agentConversations.startFromSelection', 'agentConversations.delegateSelection'],
    ['agentConversations.startFromFile', 'agentConversations.delegateFile'],
    ['agentConversations.startAgain', 'agentConversations.startPastConversation'],
  ];
  for (const [hidden, shown] of twins)
    it(`offers ${shown} instead of ${hidden}, whose title would come first`, () => {
      const ids = offered.map(({ command }) => command);
      assert.deepEqual([ids.includes(hidden), ids.includes(shown)], [false, true]);
    });
});
