import { isRecord } from '../../base/common/json';
import { startRequest, type ConversationStartRequest, type Shape } from '../../client/common/records';
import { isOfType, jsonTypeOf, type JsonType } from '../../client/common/shapes';

/**
 * The fields of a request that is not finished. One that is absent takes its default from the target or the settings;
 * `null` is a person's word that it shall not be sent.
 */
export type DraftFields = {
  readonly [Field in keyof ConversationStartRequest]?: ConversationStartRequest[Field] | null | undefined;
};

const fields: Readonly<Record<string, Exclude<Shape, 'integer'>>> = startRequest.optional;

/**
 * The fields in the argument of a command, which anybody may have sent; `undefined` when it has none of the request's,
 * as what menus pass along. Whether values fit the interface is checked where the request leaves.
 */
export function draftFieldsFrom(argument: unknown): DraftFields | undefined {
  return isRecord(argument) && Object.keys(fields).some((name) => Object.hasOwn(argument, name)) ? argument : undefined;
}

/** A field that no request can have, and what should stand there. */
export interface InvalidField {
  readonly field: string;
  readonly expected: 'absent' | Exclude<JsonType, 'number'>;
}

/**
 * The first field that no request can have: of a name that the interface does not know, or of another type. What shows
 * a draft relies on it; the values themselves are checked where the request leaves.
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
