import assert from 'node:assert/strict';
import { readPromptFile } from '../../../src/draft/templates';

describe('a prompt file', () => {
  // prettier-ignore
  const rows: readonly (readonly [string, string, ReturnType<typeof readPromptFile>])[] = [
    ['may have no front matter', '# Review\n', { text: '# Review\n' }],
    ['may be empty', '', { text: '' }],
    ['loses its byte order mark', '\u{feff}Fix', { text: 'Fix' }],
    ['has a name and a description', '---\nname: Review\ndescription: Looks at it\n---\nFix', { name: 'Review', description: 'Looks at it', text: 'Fix' }],
    ['has Windows line endings', '---\r\ndescription: d\r\n---\r\nFix\r\n', { description: 'd', text: 'Fix\r\n' }],
    ['may have only front matter', '---\nname: n\n---', { name: 'n', text: '' }],
    ['may end its front matter with dots', '---\nname: n\n...\nFix', { name: 'n', text: 'Fix' }],
    ['may have spaces after the markers', '--- \nname: n\n---\t\nFix', { name: 'n', text: 'Fix' }],
    ['keeps horizontal rules further down', 'Fix\n---\nname: n\n---\n', { text: 'Fix\n---\nname: n\n---\n' }],
    ['has front matter only if it ends', '---\nname: n\nFix', { text: '---\nname: n\nFix' }],
    ["doesn't take a longer rule for an end", '---\nname: n\n----\nFix', { text: '---\nname: n\n----\nFix' }],
    ['skips unknown fields', "---\nmode: agent\ntools: ['a', 'b']\nmodel: x\nname: n\n---\nFix", { name: 'n', text: 'Fix' }],
    ['removes quotes', `---\nname: 'A b'\ndescription: "c # d" \n---\n`, { name: 'A b', description: 'c # d', text: '' }],
    ["doesn't take a list, block or reference for a text", '---\nname: [a, b]\ndescription: |\n  two\n  lines\n---\n', { text: '' }],
    ['ignores a key inside another', '---\nx:\n  name: n\n---\n', { text: '' }],
    ['ignores an empty value', "---\nname:\ndescription: ''\n---\n", { text: '' }],
    ['ignores a value on the next line', '---\nname:\ndescription: d\n---\n', { description: 'd', text: '' }],
    ['accepts a colon in a text', '---\ndescription: Use: with care\n---\n', { description: 'Use: with care', text: '' }],
    ['ignores a key that only starts the same', '---\nnames: n\ndescription_: d\n---\n', { text: '' }],
  ];
  for (const [title, content, expected] of rows) it(title, () => assert.deepEqual(readPromptFile(content), expected));
});
