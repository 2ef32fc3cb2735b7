import { beginningOf } from './beginningOf';

/** The text, or what fits of it with an ellipsis at its end; no character is cut in half. `maxLength` in UTF-16 units. */
export function shortened(text: string, maxLength: number): string {
  return text.length > maxLength ? `${beginningOf(text, maxLength - 1)}…` : text;
}
