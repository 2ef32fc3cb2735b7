/** True if the value is an object with named members, which is what JSON calls an object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of a text; `undefined` if it isn't JSON. The parser's own error would quote it. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * A value as JSON in whole characters: parsers reject half of one, which remains if a text is cut in the wrong place.
 * @param space indentation of its lines, for reading; without it, it's one line
 */
export function wellFormedJson(value: object, space?: number): string {
  return JSON.stringify(value, (_, each: unknown) => (typeof each === 'string' ? each.toWellFormed() : each), space);
}

/** Deeper than any record of a service; anything below is dropped, or hidden rather than traversed. */
export const maxDepth = 32;

/**
 * A list or a record with its members mapped; the value itself if that changes none of them. Members of a list have the name
 * ''.
 */
export function withMembers(value: object, map: (name: string, member: unknown) => unknown): object {
  if (Array.isArray(value)) return withElements(value, map);
  const record = value as Readonly<Record<string, unknown>>;
  let changed: Record<string, unknown> | undefined;
  for (const name of Object.keys(value)) {
    const mapped = map(name, record[name]);
    if (mapped !== record[name]) (changed ??= { ...record })[name] = mapped;
  }
  return changed ?? value;
}

function withElements(list: readonly unknown[], map: (name: string, member: unknown) => unknown): readonly unknown[] {
  const mapped = list.map((element) => map('', element));
  return mapped.every((element, index) => element === list[index]) ? list : mapped;
}

/** A deep, frozen copy of a JSON value that is independent of the original: for other extensions. */
export function frozenCopy<T>(value: T): T {
  return copied(value, 0) as T;
}

function copied(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maxDepth) return undefined;
  const inner = (member: unknown) => copied(member, depth + 1);
  if (Array.isArray(value)) return Object.freeze(value.map(inner));
  return Object.freeze(Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inner(member)])));
}
