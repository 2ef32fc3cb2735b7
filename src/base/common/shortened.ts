import { truncate } from './beginningOf';

/** The text, or what fits of it with an ellipsis at its end; no character is cut in half. `maxLength` in UTF-16 units. */
export function ellipsize(text: string, maxLength: number): string {
  return text.length > maxLength ? `${truncate(text, maxLength - 1)}…` : text;
}
