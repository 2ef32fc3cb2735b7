import * as z from 'zod/mini';
import { forNewerFields } from './newerFields';
import {
  gitProviders,
  type ConversationStartRequest,
  type CreateMicroagent,
  type McpConfig,
  type McpStdioServer,
  type McpUrlServer,
  type Settings,
  type SuggestedTask,
} from './records';

// Requests are strict: services reject fields that they don't know, and an empty text would mean "not given". A field
// that is `undefined` isn't set: JSON omits it.

/** The fields of a record as we send it. One that is missing, or of another type, doesn't compile. */
function sent<T>(fields: { readonly [Name in keyof Required<T>]: z.ZodMiniType<T[Name]> }): z.ZodMiniType<T> {
  return z.strictObject(fields) as unknown as z.ZodMiniType<T>;
}

const text = z.string().check(z.minLength(1));
const given = z.optional(text);
const provider = z.enum(gitProviders);
const urlServers = z.optional(z.readonly(z.array(sent<McpUrlServer>({ url: text, api_key: given }))));

const stdioServer = sent<McpStdioServer>({
  name: text,
  command: text,
  args: z.optional(z.readonly(z.array(z.string()))),
  env: z.optional(z.readonly(z.record(z.string(), z.string()))),
});

/** Interface section 2.1. */
export const conversationStartRequest = sent<ConversationStartRequest>({
  repository: given,
  git_provider: z.optional(provider),
  selected_branch: given,
  initial_user_msg: given,
  image_urls: z.optional(z.readonly(z.array(text).check(z.minLength(1)))),
  replay_json: given,
  suggested_task: z.optional(
    sent<SuggestedTask>({
      git_provider: provider,
      task_type: text,
      repo: text,
      issue_number: z.int(),
      title: z.string(),
    }),
  ),
  create_microagent: z.optional(
    sent<CreateMicroagent>({ repo: text, git_provider: z.optional(provider), title: given }),
  ),
  conversation_instructions: given,
  mcp_config: z.optional(
    sent<McpConfig>({
      sse_servers: urlServers,
      stdio_servers: z.optional(z.readonly(z.array(stdioServer))),
      shttp_servers: urlServers,
    }),
  ),
  conversation_id: given,
  ...forNewerFields(given),
});

/**
 * Interface section 2.6. Only `llm_api_key_set` is required. A field of another type doesn't make the others unreadable:
 * it's kept as it was sent, see `fieldsOfAnotherType`.
 */
export const settings: z.ZodMiniType<Settings> = z.looseObject({ llm_api_key_set: z.boolean() });
