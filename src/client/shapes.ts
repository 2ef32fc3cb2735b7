import { isRecord } from '../base/json';
import { gitProviders, type GitProvider, type RecordShape, type Shape } from './records';

/** Every field of a record, in the order of the interface. */
export function fieldsOf({ required, optional }: RecordShape): Readonly<Record<string, Shape>> {
  return { ...required, ...optional };
}

/** The names of a shape's fields, including those of nested records. */
export function fieldNamesOf(shape: Shape): readonly string[] {
  if (typeof shape === 'string') return [];
  if ('list' in shape) return fieldNamesOf(shape.list);
  if ('map' in shape) return fieldNamesOf(shape.map);
  return Object.entries(fieldsOf(shape)).flatMap(([name, inner]) => [name, ...fieldNamesOf(inner)]);
}

export type JsonType = 'string' | 'number' | 'array' | 'object';

/** JSON's name for the type of a shape's values. */
export function jsonTypeOf(shape: Shape): JsonType {
  if (typeof shape === 'object') return 'list' in shape ? 'array' : 'object';
  return shape === 'integer' ? 'number' : 'string';
}

/** True if the value is of the shape's JSON type. Its content isn't checked. */
export function isOfType(value: unknown, shape: Shape): boolean {
  switch (jsonTypeOf(shape)) {
    case 'string':
      return typeof value === 'string';
    case 'number':
      return Number.isFinite(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isRecord(value);
  }
}

/**
 * True if everything in a value fits a shape: no member that the interface doesn't have, and none of another type. A
 * missing or empty member isn't an error: the user may fill it in.
 */
export function fits(value: unknown, shape: Shape): boolean {
  if (!isOfType(value, shape)) return false;
  if (shape === 'provider') return isGitProvider(value);
  if (shape === 'integer') return Number.isSafeInteger(value);
  if (typeof shape === 'string') return true;
  const members = Object.entries(value as object);
  if ('list' in shape) return members.every(([, member]) => fits(member, shape.list));
  if ('map' in shape) return members.every(([, member]) => fits(member, shape.map));
  const fields = new Map(Object.entries(fieldsOf(shape)));
  return members.every(([name, member]) => {
    const field = fields.get(name);
    return field !== undefined && fits(member, field);
  });
}

export function isGitProvider(value: unknown): value is GitProvider {
  return gitProviders.some((provider) => provider === value);
}
