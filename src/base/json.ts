export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of a JSON text; `undefined` if it isn't valid. The parser's error isn't thrown, because it quotes the text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * A value as JSON without unpaired surrogates, which some parsers reject. A text has one if it was cut inside a character.
 * @param space indentation for display; without it, the JSON is a single line
 */
export function wellFormedJson(value: object, space?: number): string {
  return JSON.stringify(value, (_, each: unknown) => (typeof each === 'string' ? each.toWellFormed() : each), space);
}

/** Deeper than any record of a service. Values below this depth are dropped or hidden instead of being read. */
export const maxDepth = 32;

/**
 * Maps the members of a list or a record. Returns the value itself if none of them changes. The members of a list have the
 * name `''`.
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

/** A deep, frozen copy of a JSON value, so that other extensions can't change the original. */
export function frozenCopy<T>(value: T): T {
  return frozenValue(value, 0) as T;
}

function frozenValue(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maxDepth) return undefined;
  const inner = (member: unknown) => frozenValue(member, depth + 1);
  if (Array.isArray(value)) return Object.freeze(value.map(inner));
  return Object.freeze(Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inner(member)])));
}
