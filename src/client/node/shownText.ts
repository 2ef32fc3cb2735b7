import type { Redactor } from '../../base/common/redactor';
import { sanitiseServerText } from '../common/serverText';
import { withoutSecrets } from '../common/withoutSecrets';

/** More than is shown of a text, and longer than any key. In characters. */
export const maxRead = 5_000;

/** A service's name for a state, in a form that can be shown; `undefined` if nothing is left of it. */
export function shownText(
  text: string,
  redactor: Pick<Redactor, 'hideKnown'>,
  write = (shown: string) => shown,
): string | undefined {
  return sanitiseServerText(write(String(withoutSecrets(text.slice(0, maxRead), redactor))));
}
