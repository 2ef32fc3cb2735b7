import assert from 'node:assert/strict';
import fc from 'fast-check';
import { emptyDraft, messageOf, type Draft } from '../../../src/draft/draft';
import { fillTemplate, withTemplateText, type TemplateValues } from '../../../src/draft/templates';

const all = { file: 'src/a.ts', selection: 'let a', branch: 'topic', repository: 'octocat/app' };

describe('a template', () => {
  const rows: readonly (readonly [string, string, TemplateValues, string, readonly string[]])[] = [
    ['stays the same without variables', 'Fix it', all, 'Fix it', []],
    [
      'has each variable replaced',
      '${file} ${selection} ${branch} ${repository}',
      all,
      'src/a.ts let a topic octocat/app',
      [],
    ],
    ['has a variable replaced each time', '${file}${file}', all, 'src/a.tssrc/a.ts', []],
    [
      'keeps unknown variables, and reports them once',
      '${file} ${branch} ${file}',
      { branch: 'b' },
      '${file} b ${file}',
      ['file'],
    ],
    ['keeps variables known to be empty', 'a ${selection} b', { selection: '' }, 'a ${selection} b', ['selection']],
    [
      'reports unknown variables in its own order',
      '${repository}${file}',
      {},
      '${repository}${file}',
      ['repository', 'file'],
    ],
    [
      'keeps variables of other tools',
      '${input:name} ${workspaceFolder} ${File} ${ file }',
      all,
      '${input:name} ${workspaceFolder} ${File} ${ file }',
      [],
    ],
    ["keeps text that isn't a variable", '$file {file} ${file $${file', all, '$file {file} ${file $${file', []],
    ['replaces the innermost', '${${file}}', all, '${src/a.ts}', []],
    [
      "doesn't expand a value again",
      '${selection} ${branch}',
      { ...all, selection: '${branch} ${selection}' },
      '${branch} ${selection} topic',
      [],
    ],
    ['takes a value literally', '${selection}', { selection: "$& $1 $` $' $$" }, "$& $1 $` $' $$", []],
    ['knows nothing of prototypes', '${constructor} ${__proto__}', all, '${constructor} ${__proto__}', []],
  ];
  for (const [title, template, values, text, unknown] of rows)
    it(title, () => assert.deepEqual(fillTemplate(template, values), { text, unknown }));

  it('keeps everything around its variables, whatever the values are', () => {
    const plain = fc.string({ unit: 'binary' }).filter((text) => !/[${}]/.test(text));
    const value = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1 }),
      fc.constantFrom('${file}', '${branch}', '$&', '$1'),
    );
    const pieces = fc.array(
      fc.tuple(plain, fc.constantFrom('file' as const, 'selection' as const, 'branch' as const, 'repository' as const)),
    );
    const values = fc.record({ file: value, selection: value, branch: value, repository: value }, { requiredKeys: [] });
    fc.assert(
      fc.property(pieces, plain, values, (parts, end, known: TemplateValues) => {
        const template = parts.map(([text, variable]) => `${text}\${${variable}}`).join('') + end;
        const expected = parts.map(([text, variable]) => text + (known[variable] ?? `\${${variable}}`)).join('') + end;
        const filled = fillTemplate(template, known);
        assert.equal(filled.text, expected);
        assert.deepEqual(
          [...filled.unknown].sort(),
          [...new Set(parts.map(([, variable]) => variable))]
            .filter((variable) => known[variable] === undefined)
            .sort(),
        );
      }),
    );
  });
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
