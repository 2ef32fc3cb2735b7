import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { formatAge, formatBytes, formatDuration, formatLength, shownLanguage } from '../../src/base/vscode/units';

describe('Dates and numbers', () => {
  it('name the day of what is older than a month or dated in the future, unless clocks may differ by that', () => {
    const [now, tomorrow] = [new Date(2026, 5, 1), new Date(2026, 5, 2)];
    assert.equal(formatAge(+tomorrow, +now), tomorrow.toLocaleDateString(shownLanguage()));
    assert.equal(formatAge(+now + 5 * 60_000, +now), 'just now');
    const [hour, day] = [60 * 60_000, 24 * 60 * 60_000];
    assert.deepEqual(
      [23 * hour, 24 * hour, 30 * day, 31 * day].map((passed) => formatAge(+now - passed, +now)),
      ['23 hr. ago', '1 day ago', '30 days ago', new Date(+now - 31 * day).toLocaleDateString(shownLanguage())],
    );
  });

  for (const [what, translations, wanted, shown] of [
    ['in the language of the sentences around them', { a: 'b' }, 'de', 'de'],
    ['in English if there are no translations for the language of VS Code', undefined, 'fr', 'en'],
    ['in English in an English VS Code', undefined, 'en', 'en'],
  ] as const)
    it(`are ${what}`, () => assert.equal(shownLanguage(translations, wanted), shown));

  it('follow the language that VS Code has loaded', () => {
    assert.equal(shownLanguage(), vscode.l10n.bundle ? vscode.env.language : 'en');
    assert.deepEqual(
      [formatAge(0, 180_000), formatBytes(3200), formatDuration(90), formatLength('x'), formatLength('x'.repeat(2140))],
      ['3 min. ago', '3.2 kB', '90 seconds', '1 character', '2,140 characters'],
    );
  });

  it('name a size in the unit that it is rounded to', () => {
    const sizes = [1, 999, 1000, 999_949, 999_950, 1_000_000];
    assert.deepEqual(sizes.map(formatBytes), ['1 byte', '999 bytes', '1 kB', '999.9 kB', '1 MB', '1 MB']);
  });
});
