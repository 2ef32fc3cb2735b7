import { isRecord } from '../../base/common/json';
import { startRequest, type ConversationStartRequest, type Shape } from './records';
import { fieldsOf } from './shapes';

/**
 * The body that a request is sent as. What is shown of a request is made by the same hand.
 * @param space how deep its lines are indented, to be read; without, it is one line
 */
export function serializeRequest(request: ConversationStartRequest, space?: number): string {
  return JSON.stringify(inOrder(request, startRequest), wellFormed, space);
}

/** The fields as the interface lists them: a draft has them in the order in which they were set. */
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

/** Parsers of JSON refuse half of a character, which is what cutting a text in the wrong place leaves. */
function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value;
}
