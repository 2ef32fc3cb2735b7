import * as z from 'zod';
import {
  gitProviders,
  type ConversationStartRequest,
  type ConversationStartResponse,
  type Settings,
} from '../common/records';

// Requests are strict: services refuse fields that they do not know, and an empty text would mean "not given". A field
// that is `undefined` is not set: JSON leaves it out.
const text = z.string().min(1);
const gitProvider = z.enum(gitProviders);

const suggestedTask = z.strictObject({
  git_provider: gitProvider,
  task_type: text,
  repo: text,
  issue_number: z.int(),
  title: z.string(),
});

const createMicroagent = z.strictObject({
  repo: text,
  git_provider: gitProvider.optional(),
  title: text.optional(),
});

const mcpUrlServer = z.strictObject({ url: text, api_key: text.optional() });

const mcpStdioServer = z.strictObject({
  name: text,
  command: text,
  args: z.array(z.string()).readonly().optional(),
  env: z.record(z.string(), z.string()).readonly().optional(),
});

const mcpConfig = z.strictObject({
  sse_servers: z.array(mcpUrlServer).readonly().optional(),
  stdio_servers: z.array(mcpStdioServer).readonly().optional(),
  shttp_servers: z.array(mcpUrlServer).readonly().optional(),
});

/** Interface section 2.1, as we send it: no field of our own, no nulls, unset is absent. */
export const conversationStartRequest = z.strictObject({
  repository: text.optional(),
  git_provider: gitProvider.optional(),
  selected_branch: text.optional(),
  initial_user_msg: text.optional(),
  image_urls: z.array(text).min(1).readonly().optional(),
  replay_json: text.optional(),
  suggested_task: suggestedTask.optional(),
  create_microagent: createMicroagent.optional(),
  conversation_instructions: text.optional(),
  mcp_config: mcpConfig.optional(),
  conversation_id: text.optional(),
}) as z.ZodType<ConversationStartRequest>;

// Responses are tolerant: unknown fields are kept, unknown values of an enum are kept as text, null may stand anywhere
// but in what the interface requires.

/** It is kept, shown, copied and made part of an address. Known services make one of 32 characters. */
const identifier = /^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]{1,1000}$/u;

/** Interface section 2.5. */
export const conversationStartResponse = z.looseObject({
  status: z.string(),
  conversation_id: z.string().min(1).regex(identifier),
  message: z.string().nullish(),
  conversation_status: z.string().nullish(),
}) as z.ZodType<ConversationStartResponse>;

const maybeText = z.string().nullish();
const maybeBoolean = z.boolean().nullish();
const maybeNumber = z.number().nullish();
const maybeObject = z.looseObject({}).nullish();

// Services are seen to send a bare address for an entry, and newer ones a map from name to server for the whole.
const receivedUrlServers = z
  .array(z.union([z.string(), z.looseObject({ url: z.string(), api_key: maybeText })]))
  .nullish();
const receivedMcpConfig = z
  .looseObject({
    sse_servers: receivedUrlServers,
    shttp_servers: receivedUrlServers,
    stdio_servers: z
      .array(
        z.looseObject({
          name: z.string(),
          command: z.string(),
          args: z.union([z.array(z.string()), z.string()]).nullish(),
          env: z.union([z.record(z.string(), z.unknown()), z.string()]).nullish(),
        }),
      )
      .nullish(),
  })
  .nullish();

/** Interface section 2.6. Only `llm_api_key_set` is required. */
export const settings = z.looseObject({
  llm_api_key_set: z.boolean(),
  language: maybeText,
  agent: maybeText,
  max_iterations: maybeNumber,
  security_analyzer: maybeText,
  confirmation_mode: maybeBoolean,
  llm_model: maybeText,
  llm_api_key: maybeText,
  llm_base_url: maybeText,
  remote_runtime_resource_factor: maybeNumber,
  secrets_store: maybeObject,
  enable_default_condenser: maybeBoolean,
  enable_sound_notifications: maybeBoolean,
  enable_proactive_conversation_starters: maybeBoolean,
  enable_solvability_analysis: maybeBoolean,
  user_consents_to_analytics: maybeBoolean,
  sandbox_base_container_image: maybeText,
  sandbox_runtime_container_image: maybeText,
  mcp_config: receivedMcpConfig,
  search_api_key: maybeText,
  sandbox_api_key: maybeText,
  max_budget_per_task: maybeNumber,
  email: maybeText,
  email_verified: maybeBoolean,
  git_user_name: maybeText,
  git_user_email: maybeText,
  provider_tokens_set: maybeObject,
  search_api_key_set: maybeBoolean,
}) as z.ZodType<Settings>;
