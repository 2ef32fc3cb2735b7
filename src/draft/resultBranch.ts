import { firstLine, truncate, wholeWord } from '../base/text';
import type { Draft, ResultBranch } from './draft';

/** The sentence as it is sent: for the agent, so in English whatever VS Code's language is. */
export function resultSentence({ name, sentence }: ResultBranch): string {
  return sentence ?? `Push your work to a branch named "${name}".`;
}

/** The instructions with the sentence below them, after a blank line; unchanged without a result branch. */
export function withResultSentence(instructions: string | undefined, branch?: ResultBranch): string | undefined {
  if (!branch) return instructions;
  const sentence = resultSentence(branch);
  return instructions?.trim() ? `${instructions.trimEnd()}\n\n${sentence}` : sentence;
}

export function isResultSentence(text: string, name: string): boolean {
  return text.includes(name) && !/[\r\n]/.test(text);
}

/** The branch by another name, which takes the place of the old one in a sentence of the user's own. */
export function withResultName({ name: before, sentence }: ResultBranch, name: string): ResultBranch {
  if (sentence === undefined || before === '') return { name };
  return { name, sentence: sentence.replace(wholeWord(before), () => name) };
}

/**
 * Takes instructions apart that `withResultSentence` put together. Text that can't come from there is all the user's
 * own: then the sentence is the default one. There is no `own` if there is none above the sentence.
 */
export function withoutResultSentence(
  sent: string | undefined,
  name: string,
): { readonly own?: string; readonly branch: ResultBranch } {
  if (sent === undefined) return { branch: { name } };
  const end = sent.lastIndexOf('\n\n');
  const sentence = end === -1 ? sent : sent.slice(end + 2);
  if (!isResultSentence(sentence, name)) return { own: sent, branch: { name } };
  const branch = sentence === resultSentence({ name }) ? { name } : { name, sentence };
  return end === -1 ? { branch } : { own: sent.slice(0, end), branch };
}

/** Limits for the part of a name that comes from the message: enough to recognize it in a list of branches. */
const maxWords = 6;
const maxLength = 40;

/**
 * The setting `resultBranchTemplate` with its variables filled in: a name for the user to complete, and not
 * necessarily a valid one. Unknown values are empty.
 * @param branch the branch that is sent as `selected_branch`, if any
 */
export function suggestedBranch(template: string, draft: Draft, branch: string | undefined, now: Date): string {
  const values: Readonly<Record<string, string | undefined>> = { branch, date: localDate(now), message: slugOf(draft) };
  return template.trim().replace(/\$\{(branch|date|message)\}/g, (_, variable: string) => values[variable] ?? '');
}

function localDate(date: Date): string {
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((number) => String(number).padStart(2, '0'));
  return `${date.getFullYear()}-${month}-${day}`;
}

/** The first words of the written or typed message, in lower case and without accents, joined by hyphens. */
function slugOf({ body = '', fields }: Draft): string {
  const line = firstLine(body) ?? firstLine(fields.initial_user_msg ?? '') ?? '';
  const plain = line
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .normalize('NFC');
  const words = plain.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '');
  let slug = truncate(words[0] ?? '', maxLength);
  for (const word of words.slice(1, maxWords)) {
    if (slug.length + 1 + word.length > maxLength) break;
    slug += `-${word}`;
  }
  return slug;
}
