import * as z from 'zod/mini';
import {
  type ConversationStartRequest,
  type CreateMicroagent,
  forNewerFields,
  gitProviders,
  type McpConfig,
  type McpStdioServer,
  type McpUrlServer,
  type Settings,
  type SuggestedTask,
} from './records';

// Requests are strict, because services reject unknown fields and may treat an empty text as "not set". A field may be
// `undefined`, since JSON omits it then.

/** The schema of a record that we send. It doesn't compile if a field is missing or has another type. */
function requestRecord<T>(fields: { readonly [Name in keyof Required<T>]: z.ZodMiniType<T[Name]> }): z.ZodMiniType<T> {
  return z.strictObject(fields) as unknown as z.ZodMiniType<T>;
}

const text = z.string().check(z.minLength(1));
const optionalText = z.optional(text);
const provider = z.enum(gitProviders);
const urlServers = z.optional(z.readonly(z.array(requestRecord<McpUrlServer>({ url: text, api_key: optionalText }))));

const stdioServer = requestRecord<McpStdioServer>({
  name: text,
  command: text,
  args: z.optional(z.readonly(z.array(z.string()))),
  env: z.optional(z.readonly(z.record(z.string(), z.string()))),
});

export const conversationStartRequest = requestRecord<ConversationStartRequest>({
  repository: optionalText,
  git_provider: z.optional(provider),
  selected_branch: optionalText,
  initial_user_msg: optionalText,
  image_urls: z.optional(z.readonly(z.array(text).check(z.minLength(1)))),
  replay_json: optionalText,
  suggested_task: z.optional(
    requestRecord<SuggestedTask>({
      git_provider: provider,
      task_type: text,
      repo: text,
      issue_number: z.int(),
      title: z.string(),
    }),
  ),
  create_microagent: z.optional(
    requestRecord<CreateMicroagent>({ repo: text, git_provider: z.optional(provider), title: optionalText }),
  ),
  conversation_instructions: optionalText,
  mcp_config: z.optional(
    requestRecord<McpConfig>({
      sse_servers: urlServers,
      stdio_servers: z.optional(z.readonly(z.array(stdioServer))),
      shttp_servers: urlServers,
    }),
  ),
  conversation_id: optionalText,
  ...forNewerFields(optionalText),
});

/**
 * Interface section 2.6. Only `llm_api_key_set` is checked. Any other field may have an unexpected type, so that the rest
 * of the settings can still be read, see `fieldsOfAnotherType`.
 */
export const settings: z.ZodMiniType<Settings> = z.looseObject({ llm_api_key_set: z.boolean() });
