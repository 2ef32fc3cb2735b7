import assert from 'node:assert/strict';
import { inertMarkdown } from '../../../src/answer/inertMarkdown';

describe('an answer as Markdown in which nothing leads anywhere', () => {
  // prettier-ignore
  const rows: readonly (readonly [what: string, text: string, shown: string])[] = [
    ['formatted text', '# Done\n\n- **all** of _it_\n\n| a | b |\n| - | - |', '# Done\n\n- **all** of _it_\n\n| a | b |\n| - | - |'],
    ['a link', '[here](a.md)', '\\[here\\](a.md)'],
    ['a link with an address', 'See [here](https://a.example).', 'See \\[here\\](`https://a.example`).'],
    ['an address alone', 'https://a.example', ' `https://a.example` '],
    ['a reference', '[a]: command:x\n![b][a]', '\\[a\\]\\: command\\:x\n!\\[b\\]\\[a\\]'],
    ['HTML and entities', '<b>a</b> &lt;', '\\<b>a\\</b> \\&lt;'],
    ['what is escaped already', '\\[a] \\\\[b] \\`c', '\\[a\\] \\\\\\[b\\] \\`c'],
    ['code', '`a[0]<T>` and `b`', '`a[0]<T>` and `b`'],
    ['what only begins like code', 'a ` [b]', 'a \\` \\[b\\]'],
    ['code that a table would divide', '| ` | [x] ` |', '| \\` | \\[x\\] \\` |'],
    ['an address beside code', '`a`//b', '`a` `//b` '],
    ['a block of code', '```js\na[0] = `<b>`;\n```\nend', '\n```\na[0] = `<b>`;\n```\n\nend'],
    ['a block of code in a list', '1. Run:\n   ```\n   ls\n     -l\n   ```', '1. Run\\:\n\n```\nls\n  -l\n```\n'],
    ['a block of code with lines left of its beginning', '  ```\nls\n    a\n  ```', '\n```\nls\n  a\n```\n'],
    ['a block of code with backticks in it', '~~~\n```\n[a]\n~~~', '\n````\n```\n[a]\n````\n'],
    ['a block of code without an end', '```\n[a]', '\n```\n[a]\n```\n'],
    ['a block of code where it is none', '- ```\n[a]\n- ~~~', '- \\`\\`\\`\n\\[a\\]\n- \\~\\~\\~'],
  ];
  for (const [what, text, shown] of rows) it(`shows ${what}`, () => assert.equal(inertMarkdown(text), shown));
});
