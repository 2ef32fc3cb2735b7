const entities: Readonly<Record<string, string>> = { nbsp: ' ', lt: '<', gt: '>', quot: '"', amp: '&' };

/**
 * The words of a message that a test runner wrote as Markdown, without what marks them up. What may be meant as it
 * stands, `*` and `_` within code for instance, stays.
 */
export function textOfMarkdown(markdown: string): string {
  return markdown
    .replace(/^ {0,3}(?:`{3,}|~{3})[^\n`]*(?:\n|$)/gm, '')
    .replace(/!?\[([^[\]\n]*)\]\(([^()\s]*)\)/g, (_, text: string, url: string) => (url ? `${text} (${url})` : text))
    .replace(/^#{1,6} +/gm, '')
    .replace(/(?<![\w*])\*\*(?=\S)([^*\n]*\S)\*\*(?![\w*])/g, '$1')
    .replace(/(?<!`)(`{1,2})(?!`)([^\n]*?[^`\n])\1(?!`)/g, '$2')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/&(nbsp|lt|gt|quot|amp);/g, (_, name: string) => entities[name] ?? '')
    .trim();
}
