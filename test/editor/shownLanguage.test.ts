import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { formatAge, formatBytes, formatDuration, shownLanguage } from '../../src/base/vscode/units';

describe('Dates and numbers', () => {
  for (const [what, translations, wanted, shown] of [
    ['in the language of the sentences around them', { a: 'b' }, 'de', 'de'],
    ['in English if there are no translations for the language of VS Code', undefined, 'fr', 'en'],
    ['in English in an English VS Code', undefined, 'en', 'en'],
  ] as const)
    it(`are ${what}`, () => assert.equal(shownLanguage(translations, wanted), shown));

  it('follow the language that VS Code has loaded', () => {
    assert.equal(shownLanguage(), vscode.l10n.bundle ? vscode.env.language : 'en');
    assert.deepEqual(
      [formatAge(0, 180_000), formatBytes(3200), formatDuration(90)],
      ['3 min. ago', '3.2 kB', '90 seconds'],
    );
  });
});
