/** Whether a value is an object with named members: what JSON calls an object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Deeper than any record of a service; what lies below is left out. */
const maxDepth = 32;

/** A copy of a value of JSON in which nothing can be changed, and which changes with nothing: for other extensions. */
export function frozenCopy<T>(value: T): T {
  return copied(value, 0) as T;
}

function copied(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maxDepth) return undefined;
  if (Array.isArray(value)) return Object.freeze(value.map((member) => copied(member, depth + 1)));
  const copy: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    // A member as JSON has it, whose name may be one that means something else to an object.
    Object.defineProperty(copy, name, { value: copied(member, depth + 1), enumerable: true });
  }
  return Object.freeze(copy);
}
