import assert from 'node:assert/strict';
import fc from 'fast-check';
import { emptyDraft, messageOf, type Draft } from '../../../src/draft/draft';
import {
  fillTemplate,
  inputsOf,
  readPromptFile,
  withTemplateText,
  type TemplateValues,
} from '../../../src/draft/templates';

const all = { file: 'src/a.ts', selection: 'let a', branch: 'topic', repository: 'octocat/app' };

describe('a template', () => {
  // prettier-ignore
  const rows: readonly (readonly [string, string, TemplateValues, string, readonly string[]])[] = [
    ['stays the same without variables', 'Fix it', all, 'Fix it', []],
    ['has each variable replaced', '${file} ${selection} ${branch} ${repository}', all, 'src/a.ts let a topic octocat/app', []],
    ['keeps unknown variables, and reports them once', '${file} ${branch} ${file}', { branch: 'b' }, '${file} b ${file}', ['${file}']],
    ['keeps variables known to be empty', 'a ${selection} b', { selection: '' }, 'a ${selection} b', ['${selection}']],
    ['reports unknown variables in its own order', '${repository}${file}', {}, '${repository}${file}', ['${repository}', '${file}']],
    [
      'keeps variables of other tools, and reports them',
      '${input:name} ${workspaceFolder} ${File} ${ file } ${input:name}',
      all,
      '${input:name} ${workspaceFolder} ${File} ${ file } ${input:name}',
      ['${input:name}', '${workspaceFolder}', '${File}', '${ file }'],
    ],
    [
      "knows VS Code's names for the same, and for parts of the path",
      '${relativeFile} ${fileDirname} ${fileBasename} ${fileBasenameNoExtension} ${selectedText}',
      all,
      'src/a.ts src a.ts a let a',
      [],
    ],
    ['knows them of a file at the top, without an extension', '${fileDirname} ${fileBasename} ${fileBasenameNoExtension}', { file: '.env' }, '. .env .env', []],
    ['reports them if no file is open', '${fileDirname} ${fileBasename}', {}, '${fileDirname} ${fileBasename}', ['${fileDirname}', '${fileBasename}']],
    ["keeps text that isn't a variable", '$file {file} ${file $${file', all, '$file {file} ${file $${file', []],
    ['replaces the innermost', '${${file}}', all, '${src/a.ts}', []],
    ["doesn't expand a value again", '${selection} ${branch}', { ...all, selection: '${branch} ${selection} $& $1 $$' }, '${branch} ${selection} $& $1 $$ topic', []],
    ['knows nothing of prototypes', '${constructor} ${__proto__}', all, '${constructor} ${__proto__}', ['${constructor}', '${__proto__}']],
  ];
  for (const [title, template, values, text, left] of rows)
    it(title, () => assert.deepEqual(fillTemplate(template, values), { text, left }));

  it('has answers in place of its inputs, which stay if there is none', () => {
    const answers = new Map([
      ['method', 'a ${file}'],
      ['audience', ''],
      ['scope', 'all'],
    ]);
    const template =
      'Make ${input:method} simpler, ${input:method:its name}, for ${input:audience:beginners} ${input: scope }';
    assert.deepEqual(fillTemplate(template, all, answers), {
      text: 'Make a ${file} simpler, a ${file}, for ${input:audience:beginners} all',
      left: ['${input:audience:beginners}'],
    });
  });
});

describe('the inputs of a template', () => {
  const rows: readonly (readonly [what: string, template: string, inputs: readonly string[]])[] = [
    ['none', 'Explain ${file}', []],
    ['one', 'Explain ${input:topic}', ['topic']],
    ['one with a hint', 'Explain ${input:topic:a word, or two}', ['topic: a word, or two']],
    ['one with spaces around both', '${input: topic : a word }', ['topic: a word']],
    ['one with colons and choices in its hint', '${input:depth:one of: low|high}', ['depth: one of: low|high']],
    ['each once, with the first hint', '${input:a} ${input:b:x} ${input:a:y} ${input:b:z}', ['a: y', 'b: x']],
    ['none without a name', '${input:} ${input: :x} ${input} ${inputs:a}', []],
    ['those in code and links', '```sh\nmake ${input:goal}\n```\n[x](${input:url})', ['goal', 'url']],
    ['one next to a dollar', '$${input:price}', ['price']],
    ['one over several lines', '${input:story:As a user\nI want}', ['story: As a user\nI want']],
    ['those beside expressions', '${LEVEL="low|high"} ${KIND == "a" ? `Only ${KIND}` : ""} ${input:x}', ['x']],
  ];
  for (const [what, template, inputs] of rows)
    it(`are ${what}`, () =>
      assert.deepEqual(
        inputsOf(template).map(({ name, hint }) => (hint === '' ? name : `${name}: ${hint}`)),
        inputs,
      ));
});

describe('a template in the message', () => {
  const typed: Draft = { fields: { initial_user_msg: 'Typed' } };
  const written: Draft = { fields: {}, body: 'One\nTwo\n' };
  const rows: readonly (readonly [string, Draft, string, string | undefined, string | undefined])[] = [
    ['is typed if it has one line', emptyDraft, 'Fix it', undefined, 'Fix it'],
    ['is typed without its line break', emptyDraft, '\r\n \nFix it \r\n\n', undefined, 'Fix it'],
    ['is typed over whitespace', { fields: { initial_user_msg: ' ' } }, 'Fix it', undefined, 'Fix it'],
    ['is typed below existing text', written, 'Fix it', 'One\nTwo\n', 'Fix it'],
    ['is put before what was typed', typed, 'Fix it', 'Fix it', 'Typed'],
    ['becomes the body if it has several lines', emptyDraft, 'One\nTwo\n', 'One\nTwo', undefined],
    ['becomes the body with Windows line endings', emptyDraft, 'One\r\nTwo', 'One\r\nTwo', undefined],
    ['keeps the indentation of its first line', emptyDraft, '\n  One\nTwo', '  One\nTwo', undefined],
    ['extends the body', written, 'Three\nFour', 'One\nTwo\n\n\nThree\nFour', undefined],
    ['extends the body before what is typed', { ...written, ...typed }, 'Three', 'One\nTwo\n\n\nThree', 'Typed'],
    ['changes nothing if it is blank', typed, ' \n\t\r\n', undefined, 'Typed'],
  ];
  for (const [title, draft, text, body, message] of rows)
    it(title, () => {
      const { body: madeBody, fields } = withTemplateText(draft, text);
      assert.deepEqual([madeBody, fields.initial_user_msg], [body, message]);
    });

  it('loses nothing of the existing text, nor of itself', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\r', '\t', '$', 'é') });
    fc.assert(
      fc.property(text, text, text, (body, message, template) => {
        const draft = withTemplateText({ fields: { initial_user_msg: message }, body }, template);
        assert.ok(draft.body?.startsWith(body), 'an open document keeps what it had');
        const sent = messageOf(draft);
        for (const part of [body, message, template])
          assert.ok(sent.includes(part.trim()), JSON.stringify({ part, sent }));
      }),
    );
  });
});

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
    ['accepts a colon in a text', '---\ndescription: Use: with care\n---\n', { description: 'Use: with care', text: '' }],
    ['ignores a key that only starts the same', '---\nnames: n\ndescription_: d\n---\n', { text: '' }],
  ];
  for (const [title, content, expected] of rows) it(title, () => assert.deepEqual(readPromptFile(content), expected));
});
