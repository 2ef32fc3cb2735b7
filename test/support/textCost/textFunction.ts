import { maxLinkLength } from '../../../src/entry/common/startLink';

/** How long the texts of each kind get, in UTF-16 units. */
export const largest = {
  /** The answer of a service. */
  answer: 16 * 2 ** 20,
  /** A file that a person wrote, and whatever stands in one. */
  file: 2 ** 20,
  /** What Git prints. */
  diff: 32 * 2 ** 20,
  /** The query of a link. */
  link: maxLinkLength,
  /** A message, and what another extension or a settings file passes: nothing bounds it. */
  message: 4 * 2 ** 20,
  /** A key, an address, a header. */
  line: 2 ** 18,
} as const;

export interface TextFunction {
  /** As it is exported; several of one module after one another. */
  readonly name: string;
  /** The longest text that reaches it. */
  readonly largest: number;
  readonly run: (text: string) => unknown;
  /** What has to stand around a text, which goes in place of the ellipsis or else behind, for more to be done with it. */
  readonly frames?: readonly string[];
}

/** A text in parts as long as those that are masked rather than hidden. */
export function inParts(text: string): readonly string[] {
  const length = 99_000;
  return Array.from({ length: Math.ceil(text.length / length) }, (_, index) =>
    text.slice(index * length, (index + 1) * length),
  );
}
