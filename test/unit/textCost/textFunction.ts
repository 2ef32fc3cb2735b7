import { maxLinkLength } from '../../../src/entry/startLink';

/** Largest lengths of the texts of each kind, in UTF-16 units. */
export const largest = {
  /** Answer of a service. */
  answer: 16 * 2 ** 20,
  /** A file that a user wrote, and anything in one. */
  file: 2 ** 20,
  /** Output of Git. */
  diff: 32 * 2 ** 20,
  /** Query of a link. */
  link: maxLinkLength,
  /** A message, and what another extension or a settings file passes: nothing limits it. */
  message: 4 * 2 ** 20,
  /** A key, an address, a header. */
  line: 2 ** 18,
} as const;

export type TextFunction = readonly [
  /** Exported name; for several functions of one module, their names one after another. */
  name: string,
  /** The longest text that reaches it. */
  largest: number,
  run: (text: string) => unknown,
  /** Texts to put around a text, in place of the ellipsis or else at the end, for more to be done with it. */
  frames?: readonly string[],
];

/** Splits a text into parts as long as those that are masked rather than hidden. */
export function inParts(text: string): readonly string[] {
  const length = 99_000;
  return Array.from({ length: Math.ceil(text.length / length) }, (_, index) =>
    text.slice(index * length, (index + 1) * length),
  );
}
