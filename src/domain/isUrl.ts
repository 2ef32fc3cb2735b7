/** The address that a text is; `undefined` when it is none. */
export function urlOf(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/**
 * Whether a text is an address. `URL.canParse` says so too, but on Node 20, which the oldest VS Code has, it refuses every
 * address with a letter such as "ü" as soon as it was called often enough to be compiled.
 */
export function isUrl(text: string, base?: string): boolean {
  return urlOf(text, base) !== undefined;
}
