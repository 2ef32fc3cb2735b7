/** Fenced code block as CommonMark reads it. */
export interface Block {
  readonly language: string;
  readonly content: string;
}

/** Fenced blocks of a message, by CommonMark's rules (section 4.5), and the text outside them. */
export function readMarkdown(markdown: string): { readonly blocks: readonly Block[]; readonly text: string } {
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
