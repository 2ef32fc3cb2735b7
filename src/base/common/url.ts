/** The address that a text is; `undefined` when it is none. */
export function urlOf(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/**
 * Whether a text is an address. `URL.canParse` on Node 20, which the oldest VS Code has, refuses every address with a letter
 * such as "ü" as soon as it was called often enough to be compiled; a yes of it is right.
 */
export function isUrl(text: string, base?: string): boolean {
  if (URL.canParse(text, base)) return true;
  return /[^\0-\x7f]/.test(text + (base ?? '')) && urlOf(text, base) !== undefined;
}

/** A text of an address without its escapes. Where a percent sign stands for itself, the text as it is. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
