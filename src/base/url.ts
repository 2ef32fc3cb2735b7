export function urlOf(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** Scheme, host and port of a URL; empty if it isn't valid. */
export function originOf(text: string): string {
  return urlOf(text)?.origin ?? '';
}

/**
 * True if the text is a valid URL. Doesn't use `URL.canParse`, because in Node 22, which the oldest supported VS Code has, it
 * rejects every URL with a letter such as "ü" once it was called often enough to be optimized.
 */
export function isUrl(text: string, base?: string): boolean {
  return urlOf(text, base) !== undefined;
}

/** Decodes a part of a URL. Returns it unchanged if it has a percent sign that isn't part of an escape. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
