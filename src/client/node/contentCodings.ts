/** The content codings that are asked for and undone. */
export type Coding = 'gzip' | 'br';

const codings: ReadonlyMap<string, Coding> = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['br', 'br'],
]);

/** Nobody codes a body more often, and each coding may make as much work as the largest answer. */
const maxCodings = 2;

/**
 * What a Content-Encoding header names, in the order in which it was applied (RFC 9110, section 8.4); the header may be a
 * list and may repeat. `undefined` when that cannot be undone.
 */
export function contentCodings(header: string | readonly string[] | undefined): readonly Coding[] | undefined {
  const names = String(header ?? '').split(',');
  const applied = names.map((name) => name.trim().toLowerCase()).filter((name) => name !== '' && name !== 'identity');
  const known = applied.flatMap((name) => codings.get(name) ?? []);
  return known.length === applied.length && known.length <= maxCodings ? known : undefined;
}
