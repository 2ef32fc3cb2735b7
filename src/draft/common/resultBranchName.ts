import { firstLine, truncate } from '../../base/common/text';
import type { Draft } from './draft';
import { filledFields } from './filling';

/** Source of the values of a template's variables. */
export interface BranchContext {
  readonly draft: Draft;
  /** The branch that is sent as `selected_branch`, if any. */
  readonly branch: string | undefined;
  readonly now: Date;
}

/** Limits for the part of a name that comes from the message: enough to recognize it in a list of branches. */
const maxWords = 6;
const maxLength = 40;

/**
 * The setting `resultBranchTemplate` with its variables filled in: a name for the user to complete, and not
 * necessarily a valid one. Unknown values are empty. So are values that come from elsewhere: the name would carry them
 * into the instructions without their mark.
 */
export function suggestedBranch(template: string, { draft, branch, now }: BranchContext): string {
  const foreign: readonly string[] = filledFields(draft)?.fields ?? [];
  const values: Readonly<Record<string, string | undefined>> = {
    branch: foreign.includes('selected_branch') ? undefined : branch,
    date: localDate(now),
    message: foreign.includes('initial_user_msg') ? undefined : slugOf(draft),
  };
  return template.trim().replace(/\$\{(branch|date|message)\}/g, (_, variable: string) => values[variable] ?? '');
}

/** `YYYY-MM-DD` in the user's time zone. */
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
