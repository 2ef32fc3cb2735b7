/** The words of a text, which are separated by spaces and line breaks, letter by letter. */
export function listOf({ raw }: TemplateStringsArray): readonly string[] {
  return raw.join('').trim().split(/\s+/);
}
