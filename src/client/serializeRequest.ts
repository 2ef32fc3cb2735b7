import { isRecord } from '../base/json';
import { startRequest, type ConversationStartRequest, type Shape } from './records';
import { fieldsOf } from './shapes';

/**
 * The body of a request as it is sent. Anything shown of a request is serialized by the same function.
 * @param space indentation of its lines, for reading; without it, the body is one line
 */
export function serializeRequest(request: ConversationStartRequest, space?: number): string {
  return JSON.stringify(inOrder(request, startRequest), wellFormed, space);
}

/** Sorts the fields in the interface's order: in a draft, they are in the order in which they were set. */
function inOrder(value: unknown, shape: Shape | undefined): unknown {
  if (typeof shape !== 'object' || 'map' in shape) return value;
  if ('list' in shape) return Array.isArray(value) ? value.map((member) => inOrder(member, shape.list)) : value;
  if (!isRecord(value)) return value;
  const fields = fieldsOf(shape);
  const others = Object.keys(value).filter((name) => !Object.hasOwn(fields, name));
  const present = [...Object.keys(fields).filter((name) => Object.hasOwn(value, name)), ...others];
  const shapeOf = (name: string) => (Object.hasOwn(fields, name) ? fields[name] : undefined);
  return Object.fromEntries(present.map((name) => [name, inOrder(value[name], shapeOf(name))]));
}

/** JSON parsers reject half of a character, which remains if a text is cut in the wrong place. */
export function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value;
}
