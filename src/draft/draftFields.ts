import { isRecord } from '../base/json';
import type { ConversationStartRequest } from '../client/records';
import { isOfType, isRequestField, jsonTypeOf, fieldTypes, type JsonType } from '../client/fieldTypes';

/** Fields of a request in progress. An absent one takes its default; `null` means that the user removed it. */
export type DraftFields = {
  readonly [Field in keyof ConversationStartRequest]?: ConversationStartRequest[Field] | null | undefined;
};

/**
 * The fields in the argument of a command, which may come from any extension; `undefined` if it has none of the
 * request's, like the arguments passed by menus. Values are validated when the request is sent.
 */
export function draftFieldsFrom(argument: unknown): DraftFields | undefined {
  return isRecord(argument) && Object.keys(fieldTypes).some((name) => Object.hasOwn(argument, name))
    ? argument
    : undefined;
}

export interface InvalidField {
  readonly field: string;
  readonly expected: 'absent' | JsonType;
}

/**
 * The first field that no request can have: its name isn't in the interface, or its type is wrong. Code that shows a
 * draft relies on this; the values themselves are validated when the request is sent.
 */
export function findInvalidField(given: DraftFields): InvalidField | undefined {
  for (const [field, value] of Object.entries(given)) {
    if (!isRequestField(field)) return { field, expected: 'absent' };
    const expected = jsonTypeOf(field);
    if (value !== null && value !== undefined && !isOfType(value, expected)) return { field, expected };
  }
  return undefined;
}
