/** The text's first UTF-16 units, `length` at most; no character is cut in half. */
export function truncate(text: string, length: number): string {
  return text.length > length ? text.slice(0, length).replace(/\p{Surrogate}$/u, '') : text;
}
