/** A text of an address without its escapes. Where a percent sign stands for itself, the text as it is. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
