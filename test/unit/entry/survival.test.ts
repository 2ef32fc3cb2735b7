import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fileAttachment, problemAttachment, plainAttachment, withoutControls } from '../../../src/entry/attachments';
import { anyCharacter } from '../../support/anyCharacter';

/** Text designed to end a block: fences of all kinds, lines of all kinds. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom('\n', '\r\n', '\r', ' ', '   ', '\t', '\n\n'),
      fc.constantFrom('```', '````', '~~~', '`', '```js', '> ```', '- ```'),
      fc.string({ unit: anyCharacter, maxLength: 5 }),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));
const some = text.filter((value) => value !== '');
const name = fc.oneof(text, fc.constantFrom('src/a.ts', 'a`b', '```'));
const language = fc.oneof(name, fc.constantFrom('typescript', 'c++'));

/** Content of a block with this text: its lines, the last one with a line break. */
const ended = (value: string) => (value.endsWith('\n') ? value : `${value}\n`);
/** Checks that a Markdown reader sees each text in a block of its own, byte for byte, and none outside a block. */
function holds(markdown: string, ...contents: readonly string[]): void {
  const { blocks, text: outside } = readMarkdown(`${markdown}\n\nmarker of what follows`);
  assert.deepEqual(
    blocks.map(({ content }) => content),
    contents.map(ended),
  );
  assert.ok(outside.endsWith('marker of what follows'), outside);
}

describe('any attached text', () => {
  it('survives in a file', () =>
    fc.assert(
      fc.property(name, language, some, (path, languageId, content) =>
        holds(fileAttachment({ path, languageId, text: content }).text, content),
      ),
    ));

  it('survives in a problem, like the lines around it', () =>
    fc.assert(
      fc.property(name, language, text, text, (path, languageId, message, shown) => {
        const lines = shown.split(/\r\n|\n|\r/).slice(0, 4);
        const problem = { path, line: 1, column: 1, lastLine: 1, severity: 'hint' as const, message, related: [] };
        holds(problemAttachment(problem, { lines, languageId }).text, `hint: ${message}`, lines.join('\n'));
      }),
    ));

  it('survives in a terminal selection, as plain text', () =>
    fc.assert(
      fc.property(name, text, (terminal, selected) => {
        const plain = withoutControls(selected);
        const attachment = plainAttachment('terminal', terminal, selected);
        if (plain.trim() === '') assert.equal(attachment, undefined);
        else holds(attachment!.text, plain);
        assert.doesNotMatch(plain.replace(/[\n\t]/g, ''), /\p{Cc}/u);
      }),
    ));
});

/** Fenced code block as CommonMark reads it. */
interface Block {
  readonly language: string;
  readonly content: string;
}

/** Fenced blocks of a message, by CommonMark's rules (section 4.5), and the text outside them. */
function readMarkdown(markdown: string): { readonly blocks: readonly Block[]; readonly text: string } {
  const lines = markdown.split(/(?<=\r\n|\n|\r(?!\n))/);
  const blocks: Block[] = [];
  let text = '';
  let open: { readonly mark: string; readonly length: number; readonly language: string; content: string } | undefined;
  for (const line of lines) {
    const bare = line.replace(/[\r\n]+$/, '');
    if (open) {
      const [, marks = ''] = /^ {0,3}(`+|~+)[ \t]*$/.exec(bare) ?? [];
      if (marks.startsWith(open.mark) && marks.length >= open.length) {
        blocks.push({ language: open.language, content: open.content });
        open = undefined;
      } else open.content += line;
      continue;
    }
    const [, marks = '', info = ''] = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})(.*)$/.exec(bare) ?? [];
    if (marks === '') text += line;
    else open = { mark: marks.slice(0, 1), length: marks.length, language: info.trim(), content: '' };
  }
  // An unclosed block continues to the end.
  if (open) blocks.push({ language: open.language, content: open.content });
  return { blocks, text };
}
