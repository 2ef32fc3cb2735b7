import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import * as vscode from 'vscode';
import { inertMarkdown } from '../../src/answer/inertMarkdown';
import { bothEnds } from '../support/tags';

/** As VS Code's preview shows it: by the same reader of Markdown, with all its plugins. */
const rendered = (text: string) => vscode.commands.executeCommand<string>('markdown.api.render', text);

/** Elements that lead somewhere, load or run something, or that text isn't formatted with. */
const elements = (html: string) => new Set([...html.matchAll(/<([a-z][\w-]*)/gi)].map(([, name = '']) => name));
const harmless = 'p h1 h2 h3 h4 h5 h6 ul ol li blockquote pre code em strong s br hr div span'.split(' ');
const ofTables = 'table thead tbody tr th td'.split(' ');

const hostile = [
  '![a](https://img.example/a.png)',
  '![a](http://127.0.0.1:1/a.png)',
  '![a](data:image/png;base64,AAAA)',
  '![a][r]',
  '[r]: https://img.example/r.png',
  '[x](command:workbench.action.quit)',
  '[x](<command:workbench.action.quit>)',
  '[r]',
  '<img src="https://img.example/b.png">',
  '<a href="command:workbench.action.quit">x</a>',
  '<svg><image href="https://img.example/c.png"/></svg>',
  '<!-- a --> <script>alert(1)</script>',
  '<https://a.example> <a@b.example>',
  'https://a.example //b.example www.c.example d@e.example f.example',
  'evil.com (evil.org) README.md x.sh/a',
  'HTTPS://A.example ftp://a.example mailto:a@b.example vscode://x/y',
  '&lt;img src=x&gt; &#91;x&#93;(command:y) &colon;',
  '$$\n\\includegraphics{https://img.example/d.png}\n$$',
  '$\\href{https://a.example}{x}$',
  '```mermaid\nflowchart LR\nA@{ img: "https://img.example/e.png" }\n```',
  '\\![a](b) \\\\![a](b) \\<img src=x>',
  // Code for one reader, and not for another.
  '| a | b |\n| - | - |\n| ` | ![a](https://img.example/f.png) ` |',
  'a ` b\nc ` ![a](https://img.example/g.png) `',
  'a \\` ![a](https://img.example/h.png) `',
  '`a``![a](https://img.example/i.png)`',
  '- ```\n![a](https://img.example/j.png)',
];

bothEnds('The preview reads Markdown by another version of its package.').describe('Preview Answer', () => {
  it('knows what VS Code makes of each of these itself', async () => {
    const html = await rendered(hostile.join('\n\n'));
    for (const name of ['img', 'a', 'svg']) assert.ok(elements(html).has(name), name);
  });

  async function assertInert(text: string): Promise<void> {
    const html = await rendered(inertMarkdown(text));
    const others = [...elements(html)].filter((name) => ![...harmless, ...ofTables].includes(name));
    assert.deepEqual(others, [], `${JSON.stringify(text)}\n${html}`);
  }

  it('shows none of them as more than text', async () => {
    for (const text of [...hostile, ...hostile.map((one) => `- a\n  ${one}\n\n> ${one}\n\n| a |\n| - |\n| ${one} |`)])
      await assertInert(text);
  });

  it('shows nothing that leads anywhere or loads, however it is put together', async () => {
    const marks = '` `` ``` ~~~ | \\ $$ ::: ---'.split(' ');
    const glue = [...marks, '\n', '\n\n', '    ', '- ', '> ', '1. ', '| - |'];
    const table = '| a | b |\n| - | - |\n| ';
    const text = fc
      .array(fc.constantFrom(table, ...hostile, ...glue, ...glue, ...glue), { maxLength: 14 })
      .map((all) => all.join(''));
    await fc.assert(fc.asyncProperty(text, assertInert));
  });

  it('formats the rest', async () => {
    const html = await rendered(inertMarkdown('# Done\n\n- **all** of `it[0]`\n\n```ts\nconst a = [b](c);\n```'));
    for (const expected of ['<strong', '<code>it[0]</code>', 'const a = [b](c);', '<h1', '<li'])
      assert.ok(html.includes(expected), html);
  });
});
