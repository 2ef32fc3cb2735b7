export function urlOf(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/**
 * True if the text is a valid URL. Not by `URL.canParse`: on Node 22, which the oldest supported VS Code has, that
 * rejects every URL with a letter such as "ü" once it was called often enough to be compiled.
 */
export function isUrl(text: string, base?: string): boolean {
  return urlOf(text, base) !== undefined;
}

/** A part of a URL without its escapes; unchanged if it has a percent sign that isn't part of an escape. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
