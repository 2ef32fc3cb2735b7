/** A Markdown code block. Its fence is longer than any run of backticks in the text, so that the text can't end it. */
export function fence(text: string, language = ''): string {
  const runs = text.match(/`{3,}/g) ?? [];
  const marks = '`'.repeat(runs.reduce((longest, run) => Math.max(longest, run.length + 1), 3));
  return `${marks}${language}\n${text.replace(/\n$/, '')}\n${marks}`;
}

/** Replaces line breaks in a name. File names come from the repository, and one could otherwise start a new paragraph. */
export function onOneLine(name: string): string {
  return name.replace(/\p{Cc}+/gu, ' ');
}

/** A name as inline code in Markdown, with delimiters longer than any run of backticks in it. */
export function codeSpan(name: string): string {
  const text = onOneLine(name);
  const longest = (text.match(/`+/g) ?? []).reduce((length, run) => Math.max(length, run.length), 0);
  if (longest === 0) return `\`${text}\``;
  const marks = '`'.repeat(longest + 1);
  return `${marks} ${text} ${marks}`;
}

const opening = /<(script|style|title)\b/gi;
const tag = /<\/?[a-z!][^>]*>?/gi;

/**
 * Replaces each tag of HTML with a blank, and scripts, styles and titles with their content. If one of these isn't closed,
 * only its tag is replaced. Takes linear time: nothing is searched twice, and a search that failed isn't repeated.
 */
export function withoutMarkup(text: string): string {
  const pieces: string[] = [];
  const unclosed = new Set<string>();
  let from = 0;
  let tagEnd = 0;
  for (const { 1: name = '', index } of text.matchAll(opening)) {
    const element = name.toLowerCase();
    if (index < from || unclosed.has(element)) continue;
    if (tagEnd < index) tagEnd = text.indexOf('>', index);
    if (tagEnd < 0) break;
    const closing = new RegExp(`</${element}\\s*>`, 'gi');
    closing.lastIndex = tagEnd + 1;
    if (closing.test(text)) {
      pieces.push(text.slice(from, index));
      from = closing.lastIndex;
    } else unclosed.add(element);
  }
  return [...pieces, text.slice(from)].join(' ').replace(tag, ' ');
}
