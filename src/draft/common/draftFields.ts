import { isRecord } from '../../base/common/json';
import type { ConversationStartRequest } from '../../client/common/records';

/**
 * The fields of a request that is not finished. One that is absent takes its default from the target or the settings;
 * `null` is a person's word that it shall not be sent.
 */
export type DraftFields = {
  readonly [Field in keyof ConversationStartRequest]?: ConversationStartRequest[Field] | null | undefined;
};

const fieldNames: Readonly<Record<keyof ConversationStartRequest, true>> = {
  repository: true,
  git_provider: true,
  selected_branch: true,
  initial_user_msg: true,
  image_urls: true,
  replay_json: true,
  suggested_task: true,
  create_microagent: true,
  conversation_instructions: true,
  mcp_config: true,
  conversation_id: true,
};

/**
 * The fields in the argument of a command, which anybody may have sent; `undefined` when it has none of the request's,
 * as what menus pass along. Whether values fit the interface is checked where the request leaves.
 */
export function draftFieldsFrom(argument: unknown): DraftFields | undefined {
  return isRecord(argument) && Object.keys(fieldNames).some((name) => Object.hasOwn(argument, name))
    ? argument
    : undefined;
}

/** A field that no request can have, and what should stand there. */
export interface InvalidField {
  readonly field: string;
  readonly expected: 'absent' | 'string' | 'array' | 'object';
}

/**
 * The first field that no request can have: of a name that the interface does not know, or of another type. What shows
 * a draft relies on it; the values themselves are checked where the request leaves.
 */
export function findInvalidField(fields: DraftFields): InvalidField | undefined {
  for (const [field, value] of Object.entries(fields) as [keyof DraftFields, unknown][]) {
    if (!Object.hasOwn(fieldNames, field)) return { field, expected: 'absent' };
    const expected = structured[field] ?? 'string';
    if (value === null || value === undefined) continue;
    const fits =
      expected === 'array' ? Array.isArray(value) : expected === 'object' ? isRecord(value) : typeof value === 'string';
    if (!fits) return { field, expected };
  }
  return undefined;
}

const structured: Readonly<Partial<Record<keyof DraftFields, 'array' | 'object'>>> = {
  image_urls: 'array',
  suggested_task: 'object',
  create_microagent: 'object',
  mcp_config: 'object',
};
