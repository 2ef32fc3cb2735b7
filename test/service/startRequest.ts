import { mcpConfig } from './mcpConfig';
import {
  integer,
  isObject,
  listOf,
  missing,
  notAnObject,
  nullable,
  object,
  oneOf,
  optional,
  required,
  text,
  type Check,
  type Problem,
} from './validation';

/** Interface section 2.1, reduced to what the service acts on. */
export interface StartRequest {
  readonly repository?: string | null;
  readonly git_provider?: string | null;
  readonly selected_branch?: string | null;
  readonly initial_user_msg?: string | null;
  readonly suggested_task?: { readonly git_provider: string; readonly task_type: string } | null;
  readonly create_microagent?: { readonly repo: string; readonly git_provider?: string | null } | null;
  readonly conversation_id?: string;
  readonly conversation_instructions?: string | null;
}

const gitProvider = oneOf(['github', 'gitlab', 'bitbucket', 'enterprise_sso']);

/** The interface names only MERGE_CONFLICTS; servers also know the others. */
const taskType = oneOf([
  'MERGE_CONFLICTS',
  'FAILING_CHECKS',
  'UNRESOLVED_COMMENTS',
  'OPEN_ISSUE',
  'OPEN_PR',
  'CREATE_MICROAGENT',
]);

export function suggestedTask(provider: Check): Check {
  return object('ignored', {
    git_provider: required(provider),
    task_type: required(taskType),
    repo: required(text),
    issue_number: required(integer),
    title: required(text),
  });
}

const createMicroagent = object('ignored', {
  repo: required(text),
  git_provider: optional(nullable(gitProvider)),
  title: optional(nullable(text)),
});

const fields = {
  repository: optional(nullable(text)),
  git_provider: optional(nullable(gitProvider)),
  selected_branch: optional(nullable(text)),
  initial_user_msg: optional(nullable(text)),
  image_urls: optional(nullable(listOf(text))),
  replay_json: optional(nullable(text)),
  suggested_task: optional(nullable(suggestedTask(gitProvider))),
  create_microagent: optional(nullable(createMicroagent)),
  conversation_instructions: optional(nullable(text)),
  mcp_config: optional(nullable(mcpConfig)),
};

const withoutConversationId: Check = object('forbidden', fields);
const withConversationId: Check = object('forbidden', { ...fields, conversation_id: optional(text) });

/** A body as it was received: JSON, text of another content type, or nothing at all. */
export type SentBody = { readonly kind: 'json' | 'text'; readonly value: unknown } | { readonly kind: 'none' };

/**
 * Checks the body of a POST (interface section 2.1).
 * @returns the problems of a 422, none if the body may be used as a {@link StartRequest}
 * @throws {Crash} for inputs that real servers answer with a 500
 */
export function startRequestProblems(body: SentBody, allowConversationId: boolean): readonly Problem[] {
  return bodyProblems(body, allowConversationId ? withConversationId : withoutConversationId);
}

export function bodyProblems(body: SentBody, check: Check): readonly Problem[] {
  if (body.kind === 'none' || (body.kind === 'json' && body.value === null)) return [missing(null, ['body'])];
  if (body.kind === 'text' || !isObject(body.value)) return [notAnObject(body.value, ['body'])];
  return check(body.value, ['body']);
}
