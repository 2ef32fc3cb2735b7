import type { Redactor } from '../base/redactor';
import { sanitiseServerText } from './serverText';
import { isOwnWord, shortestHidden } from './withoutSecrets';

/** More than is shown of a text, and longer than any key. In characters. */
export const maxRead = 5_000;

/** A service's name for a state, in a form that can be shown; `undefined` if nothing is left of it. */
export function shownText(
  text: string,
  redactor: Pick<Redactor, 'withhold'>,
  write = (shown: string) => shown,
): string | undefined {
  const read = text.slice(0, maxRead);
  return sanitiseServerText(write(isOwnWord(read) ? read : redactor.withhold(read, shortestHidden)));
}
