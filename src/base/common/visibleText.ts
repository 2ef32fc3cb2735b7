import { unseen } from './unseen';

const unseenOrBlank = new RegExp(String.raw`(?:${unseen.source}|\s)+`, 'gu');

/** Of marks that pile up on one letter, no writing has more. */
const towers = /(\p{M}{4})\p{M}+/gu;

/** Words of ASCII with a space between, as most texts are: there is nothing to do for them. */
const plainText = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/** Other people's text as one line in which everything can be seen, in the order in which it stands. */
export function visibleText(text: string): string {
  if (plainText.test(text)) return text;
  return text.toWellFormed().replace(unseenOrBlank, ' ').replace(towers, '$1').trim();
}
