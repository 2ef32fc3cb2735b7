import { isRecord } from '../base/json';
import { startRequest, type ConversationStartRequest, type Shape } from '../client/records';
import { isOfType, jsonTypeOf, type JsonType } from '../client/shapes';

/**
 * Fields of a request in progress. An absent field takes its default from the target or the settings; `null` means that
 * the user removed it.
 */
export type DraftFields = {
  readonly [Field in keyof ConversationStartRequest]?: ConversationStartRequest[Field] | null | undefined;
};

const fields: Readonly<Record<string, Exclude<Shape, 'integer'>>> = startRequest.optional;

/**
 * The fields in the argument of a command, which may come from any extension; `undefined` if it has none of the
 * request's, like the arguments passed by menus. Values are validated when the request is sent.
 */
export function draftFieldsFrom(argument: unknown): DraftFields | undefined {
  return isRecord(argument) && Object.keys(fields).some((name) => Object.hasOwn(argument, name)) ? argument : undefined;
}

/** A field that no request can have, and the expected value. */
export interface InvalidField {
  readonly field: string;
  readonly expected: 'absent' | Exclude<JsonType, 'number'>;
}

/**
 * The first field that no request can have: its name isn't in the interface, or its type is wrong. Code that shows a
 * draft relies on this; the values themselves are validated when the request is sent.
 */
export function findInvalidField(given: DraftFields): InvalidField | undefined {
  for (const [field, value] of Object.entries(given)) {
    const shape = Object.hasOwn(fields, field) ? fields[field] : undefined;
    if (!shape) return { field, expected: 'absent' };
    if (value === null || value === undefined || isOfType(value, shape)) continue;
    return { field, expected: jsonTypeOf(shape) };
  }
  return undefined;
}

/**
 * Reason why a text can't be a replay, with the position of the JSON error if the engine reports it; both count from 1.
 */
export type ReplayProblem = { readonly kind: 'notJson'; readonly line?: number; readonly column?: number };

/** Reason why a text can't be `replay_json` (interface section 2.1), which is itself JSON; `undefined` if it can. */
export function replayProblem(text: string): ReplayProblem | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const position = positionOf(error, text);
    if (position === undefined) return { kind: 'notJson' };
    const before = text.slice(0, position).split(/\r\n|\r|\n/);
    return { kind: 'notJson', line: before.length, column: (before.at(-1) ?? '').length + 1 };
  }
}

/** Engines report the position only in the message, and not always; in truncated JSON, it is the end. */
function positionOf(error: unknown, text: string): number | undefined {
  const { message } = error as SyntaxError;
  const told = / at position (\d{1,15})(?: \(line \d+ column \d+\))?$/.exec(message)?.[1];
  if (told !== undefined) return Number(told);
  return message === 'Unexpected end of JSON input' ? text.length : undefined;
}
