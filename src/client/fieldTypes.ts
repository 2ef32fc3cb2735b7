import { isRecord } from '../base/json';
import { type CreateMicroagent, forNewerFields, type RequestField, type SuggestedTask } from './records';

export type JsonType = 'string' | 'number' | 'array' | 'object';

type Types<T> = Readonly<Record<keyof T, JsonType>>;

const suggestedTask: Types<SuggestedTask> = {
  git_provider: 'string',
  task_type: 'string',
  repo: 'string',
  issue_number: 'number',
  title: 'string',
};
const createMicroagent: Types<CreateMicroagent> = { repo: 'string', git_provider: 'string', title: 'string' };

/**
 * The types of a request's fields. History, drafts and links look them up here instead of in `schemas.ts`, because that
 * loads zod, which takes longer than they do. What is sent is checked by `schemas.ts`.
 */
export const fieldTypes: Readonly<Record<RequestField, JsonType | Readonly<Record<string, JsonType>>>> = {
  repository: 'string',
  git_provider: 'string',
  selected_branch: 'string',
  initial_user_msg: 'string',
  image_urls: 'array',
  replay_json: 'string',
  suggested_task: suggestedTask,
  create_microagent: createMicroagent,
  conversation_instructions: 'string',
  mcp_config: 'object',
  conversation_id: 'string',
  ...forNewerFields('string' as const),
};

export function isRequestField(name: string): name is RequestField {
  return Object.hasOwn(fieldTypes, name);
}

export function jsonTypeOf(field: RequestField): JsonType {
  const type = fieldTypes[field];
  return typeof type === 'string' ? type : 'object';
}

export function isOfType(value: unknown, type: JsonType | undefined): boolean {
  if (type === 'array') return Array.isArray(value);
  return type === 'object' ? isRecord(value) : typeof value === type;
}

/**
 * True if a value has the type of a field. A record may only have members of the interface, each of its type. Members may
 * be missing or empty, because the user can still fill them in.
 */
export function fitsField(value: unknown, field: RequestField): boolean {
  const type = fieldTypes[field];
  if (typeof type === 'string') return isOfType(value, type);
  const isMember = ([name, member]: [string, unknown]) => Object.hasOwn(type, name) && isOfType(member, type[name]);
  return isRecord(value) && Object.entries(value).every(isMember);
}
