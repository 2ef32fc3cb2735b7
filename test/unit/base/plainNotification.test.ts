import assert from 'node:assert/strict';
import { plainNotification } from '../../../src/base/text';

describe('plainNotification', () => {
  const rows: readonly (readonly [what: string, text: string, shown: string])[] = [
    ['plain words', 'Value of KEY (sent along)', 'Value of KEY (sent along)'],
    ['a command', 'See [x](command:workbench.action.quit)', 'See [x] (command:workbench.action.quit)'],
    ['a link', '[x](https://a.example)', '[x] (https://a.example)'],
    ['a link hidden in invisible characters', '[x]\u200b(command:x)', '[x] (command:x)'],
    ['an icon', 'a $(check) b', 'a $ (check) b'],
    ['several lines', 'a\n\nb', 'a b'],
    ['a change of writing direction', 'a\u202eb', 'a b'],
    ['a URL of the newer kind', 'http://[::1]:3000', 'http://[::1]:3000'],
  ];
  for (const [what, text, shown] of rows)
    it(`shows ${what} as text`, () => assert.equal(plainNotification(text), shown));
});
