import { bodyProblems, suggestedTask, type SentBody } from '../startRequest';
import { isObject, listOf, nullable, object, oneOf, optional, required, text } from '../validation';
import type { Check, Problem } from '../validation';
import { uuid } from './uuid';

/** The request of API V1, reduced to what the service acts on. */
export interface StartRequest {
  readonly conversation_id?: string | null;
  readonly initial_message?: InitialMessage | null;
  readonly system_message_suffix?: string | null;
  readonly selected_repository?: string | null;
  readonly selected_branch?: string | null;
  readonly git_provider?: string | null;
  readonly suggested_task?: SuggestedTask | null;
}

export interface InitialMessage {
  readonly role?: string;
  readonly content?: readonly Content[];
  readonly run?: boolean;
}

export type Content =
  { readonly type: 'text'; readonly text: string } | { readonly type: 'image'; readonly image_urls: readonly string[] };

export interface SuggestedTask {
  readonly git_provider: string;
  readonly task_type: string;
  readonly repo: string;
  readonly issue_number: number;
  readonly title: string;
}

export const boolean: Check = (input, loc) =>
  typeof input === 'boolean' ? [] : [{ type: 'bool_type', loc, msg: 'Input should be a valid boolean', input }];

const gitProvider = oneOf([
  'github',
  'gitlab',
  'bitbucket',
  'bitbucket_data_center',
  'forgejo',
  'azure_devops',
  'enterprise_sso',
]);

const cache_prompt = optional(boolean);
const textContent = object('forbidden', { cache_prompt, type: optional(oneOf(['text'])), text: required(text) });
const imageType = optional(oneOf(['image']));
const imageContent = object('forbidden', { cache_prompt, type: imageType, image_urls: required(listOf(text)) });

export const content: Check = (value, loc) =>
  (isObject(value) && value['type'] === 'image' ? imageContent : textContent)(value, loc);

const initialMessage = object('forbidden', {
  role: optional(oneOf(['user', 'system', 'assistant', 'tool'])),
  content: optional(listOf(content)),
  run: optional(boolean),
});

const startRequest = object('ignored', {
  conversation_id: optional(nullable(uuid)),
  initial_message: optional(nullable(initialMessage)),
  system_message_suffix: optional(nullable(text)),
  selected_repository: optional(nullable(text)),
  selected_branch: optional(nullable(text)),
  git_provider: optional(nullable(gitProvider)),
  suggested_task: optional(nullable(suggestedTask(gitProvider))),
});

/**
 * Checks the body of a start. Fields that it doesn't have are ignored, those of a message aren't.
 * @returns the problems of a 422, none if the body may be used as a {@link StartRequest}
 */
export function startRequestProblems(body: SentBody): readonly Problem[] {
  return bodyProblems(body, startRequest);
}
