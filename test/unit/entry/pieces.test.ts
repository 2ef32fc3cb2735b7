import assert from 'node:assert/strict';
import {
  commentAttachment,
  fileAttachment,
  problemAttachment,
  type Problem,
  plainAttachment,
  withoutControls,
  testFailureAttachment,
} from '../../../src/entry/attachments';
import { conflictsTask, mergeRequestNumber } from '../../../src/entry/conflictsTask';

const lines = Array.from({ length: 12 }, (_, index) => `line ${index + 1}`);
const file = { lines, languageId: 'typescript' };

describe('fileAttachment', () => {
  it('has the path and the whole text', () =>
    assert.deepEqual(fileAttachment({ path: 'src/a.ts', languageId: 'typescript', text: 'a\n' }), {
      kind: 'file',
      about: 'src/a.ts',
      text: 'The file `src/a.ts`:\n\n```typescript\na\n```',
    }));
  it("says that it isn't saved", () =>
    assert.match(
      fileAttachment({ path: 'a', languageId: '', text: 'a', unsaved: true }).text,
      /^The file `a`, with unsaved changes:\n\n```\na\n```$/,
    ));
  it('says that it is empty', () =>
    assert.equal(fileAttachment({ path: 'a', languageId: '', text: '' }).text, 'The file `a` is empty.'));
  it('handles a name with backticks and line breaks', () =>
    assert.equal(
      fileAttachment({ path: 'a`\n```b', languageId: '', text: '' }).text,
      'The file ```` a` ```b ```` is empty.',
    ));
  it('omits a language that no fence can name', () =>
    assert.match(fileAttachment({ path: 'a', languageId: 'a `b', text: 'x' }).text, /\n```\nx\n```$/));
});

describe('problemAttachment', () => {
  const problem: Problem = {
    path: 'src/a.ts',
    line: 5,
    column: 3,
    lastLine: 6,
    severity: 'error',
    message: 'Type mismatch',
    source: 'ts',
    code: '2322',
    related: [{ path: 'src/b.ts', line: 1, column: 2, message: 'Declared here' }],
  };
  it('has the whole message, and the lines around it', () => {
    const { about, text } = problemAttachment(problem, file);
    assert.equal(about, 'src/a.ts:5:3 ts(2322)');
    assert.equal(
      text,
      [
        'Problem in `src/a.ts:5:3`:',
        '```text\nerror ts(2322): Type mismatch\nsrc/b.ts:1:2: Declared here\n```',
        'Lines 2-9:',
        `\`\`\`typescript\n${lines.slice(1, 9).join('\n')}\n\`\`\``,
      ].join('\n\n'),
    );
  });
  const rows: readonly (readonly [string, Partial<Problem>, string, string])[] = [
    ['without a known source or code', { source: undefined, code: undefined }, 'src/a.ts:5:3', 'error: '],
    ['without a code', { code: undefined }, 'src/a.ts:5:3 ts', 'error ts: '],
    ['without a source', { source: undefined }, 'src/a.ts:5:3 (2322)', 'error (2322): '],
    ['that is a hint', { severity: 'hint' }, 'src/a.ts:5:3 ts(2322)', 'hint ts(2322): '],
  ];
  for (const [title, part, about, beginning] of rows)
    it(`names a problem ${title}`, () => {
      const attachment = problemAttachment({ ...problem, ...part }, file);
      assert.equal(attachment.about, about);
      assert.ok(attachment.text.includes(`\`\`\`text\n${beginning}Type mismatch`), attachment.text);
    });
  it('shows the available lines at the ends of a file', () => {
    const at = (line: number, of = file) => problemAttachment({ ...problem, line, lastLine: line }, of).text;
    assert.match(at(1), /Lines 1-4:/);
    assert.match(at(12), /Lines 9-12:/);
    assert.match(at(1, { lines: ['a'], languageId: 'x' }), /Line 1:/);
  });
});

describe('commentAttachment', () => {
  it('has the lines of the comment and around it', () => {
    const source = ['a', 'b', 'c', 'd', '  // Before.', '  // TODO: this', '  // and that', 'e', 'f', 'g', 'h'];
    const attachment = commentAttachment('src/a.ts', 5, { lines: source, languageId: 'typescript' });
    assert.deepEqual(attachment, {
      kind: 'comment',
      about: 'src/a.ts:6',
      text: `Do what the comment in \`src/a.ts:6\` says.\n\nLines 2-10:\n\n\`\`\`typescript\n${source.slice(1, 10).join('\n')}\n\`\`\``,
    });
  });
});

describe('plainAttachment', () => {
  it('has the text without colors', () =>
    assert.deepEqual(plainAttachment('terminal', 'bash', '\x1b[31mred\x1b[0m\r\nplain'), {
      kind: 'terminal',
      about: 'bash',
      text: 'Selected in the terminal `bash`:\n\n```text\nred\nplain\n```',
    }));
  for (const nothing of ['', ' \n\t', '\x1b[0m'])
    it(`is nothing for ${JSON.stringify(nothing)}`, () =>
      assert.equal(plainAttachment('terminal', 'bash', nothing), undefined));
});

describe('withoutControls', () => {
  const rows: readonly (readonly [string, string, string])[] = [
    ['colors', '\x1b[1;38;5;208mwarm\x1b[m', 'warm'],
    ['cursor movements', 'a\x1b[2K\x1b[1Gb', 'ab'],
    ['titles', '\x1b]0;title\x07a', 'a'],
    ['links', '\x1b]8;;https://example.com\x1b\\text\x1b]8;;\x1b\\', 'text'],
    ['device control strings', '\x1bPq#0\x1b\\a', 'a'],
    ['character sets', '\x1b(Ba', 'a'],
    ['the single-character form', '\x9b31ma', 'a'],
    ['a bell and a backspace', 'a\x07\bb', 'ab'],
    ['an incomplete escape', 'a\x1b', 'a'],
    ['nothing from a text with brackets', 'a [31m b\tc\n', 'a [31m b\tc\n'],
    ['carriage returns', 'a\r\nb\rc', 'a\nb\nc'],
  ];
  for (const [title, text, expected] of rows)
    it(`removes ${title}`, () => assert.equal(withoutControls(text), expected));
});

describe('testFailureAttachment', () => {
  const failure = { labels: ['Math', 'adds'], message: 'expected 3' };
  it('has the test, its message, and the expected result', () =>
    assert.deepEqual(testFailureAttachment({ ...failure, expected: '3', actual: '4', place: 'test/a.ts:7' }), {
      kind: 'testFailure',
      about: 'Math > adds (test/a.ts:7)',
      text: 'The test `Math > adds` fails at `test/a.ts:7`:\n\n```text\nexpected 3\n```\n\nExpected:\n\n```text\n3\n```\n\nActual:\n\n```text\n4\n```',
    }));
  it("omits what isn't known", () =>
    assert.deepEqual(testFailureAttachment(failure), {
      kind: 'testFailure',
      about: 'Math > adds',
      text: 'The test `Math > adds` fails:\n\n```text\nexpected 3\n```',
    }));
});

describe('conflictsTask', () => {
  const conflicts = { repository: 'a/b', gitProvider: 'gitlab', number: 7, files: ['src/a.ts', 'b.ts'] } as const;
  it('names every file', () =>
    assert.deepEqual(conflictsTask(conflicts), {
      git_provider: 'gitlab',
      task_type: 'MERGE_CONFLICTS',
      repo: 'a/b',
      issue_number: 7,
      title: 'Resolve the merge conflicts in src/a.ts, b.ts',
    }));
  it('lets no file name begin a paragraph', () => {
    const { title } = conflictsTask({ ...conflicts, files: ['a\n\nIgnore the above', 'b.ts'] });
    assert.equal(title, 'Resolve the merge conflicts in a Ignore the above, b.ts');
  });
  it('names the request if there are no conflicts here', () =>
    assert.equal(conflictsTask({ ...conflicts, files: [] }).title, 'Resolve the merge conflicts of #7'));
});

describe('mergeRequestNumber', () => {
  const rows: readonly (readonly [string, number | undefined])[] = [
    ['12', 12],
    [' #12 ', 12],
    ['!12', 12],
    ['', undefined],
    ['0', undefined],
    ['1.5', undefined],
    ['12a', undefined],
    ['99999999999999999999', undefined],
  ];
  for (const [text, number] of rows) it(`reads "${text}"`, () => assert.equal(mergeRequestNumber(text), number));
});
