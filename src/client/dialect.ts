import { isRecord } from '../base/json';
import {
  gitProviders,
  interfaceProviders,
  type ConversationStartRequest,
  type GitProvider,
  type NewerFields,
  type RequestField,
} from './records';
import type { SettingsFieldName } from './settingsFields';

/**
 * The APIs that services of this family have: the two operations of the interface (V0), and what took their place in
 * newer servers (V1). Their own documentation names them so.
 */
export const apiVersions = ['v0', 'v1'] as const;
export type ApiVersion = (typeof apiVersions)[number];

/** How an API differs from the interface in what can be sent, and in the names of what is shown. */
export interface Dialect {
  readonly api: ApiVersion;
  /** Fields of a start that the service doesn't have: it would ignore them without a word. */
  readonly notTaken: readonly RequestField[];
  /** Values of `git_provider`, here and inside other fields. */
  readonly gitProviders: readonly GitProvider[];
  /** Fields of a start of which the service accepts one or the other. */
  readonly exclusive: readonly (readonly [RequestField, RequestField])[];
  /** True if services refuse a start without settings or a model API key, and of a repository without any Git token. */
  readonly checksSettings: boolean;
  /** True if accepted starts have tasks, and what an agent says can be read, and answered, where it works. */
  readonly hasAgentOperations: boolean;
  /** True if a suggested task sets repository and provider where the request doesn't. */
  readonly tasksSetRepository: boolean;
  /** True if a conversation id must be a UUID, and a new one can be sent with each start. */
  readonly hasUuids: boolean;
  /** Wire names of the settings that the service keeps in another place, by their names in the interface. */
  readonly settingsNames: Readonly<Partial<Record<SettingsFieldName, string>>>;
  /** Settings of the interface that the service doesn't have any more. */
  readonly settingsGone: readonly SettingsFieldName[];
  /** The number of conversations whose state one request can ask for. */
  readonly statesAtOnce: number;
  /** Path of these requests below the service URL, without the ids. */
  readonly statesPath: string;
}

const unsupportedByV0: Readonly<Record<keyof NewerFields, true>> = { llm_model: true, agent_type: true };
const unsupportedByV1 = ['replay_json', 'create_microagent', 'mcp_config'] as const satisfies readonly RequestField[];
export type UnsupportedByV1 = (typeof unsupportedByV1)[number];

/** The API of the interface: that of a service of which nothing else is known. */
export const interfaceApi: ApiVersion = 'v0';

export const dialects: Readonly<Record<ApiVersion, Dialect>> = {
  v0: {
    api: 'v0',
    notTaken: Object.keys(unsupportedByV0) as (keyof NewerFields)[],
    gitProviders: interfaceProviders,
    exclusive: [],
    checksSettings: true,
    hasAgentOperations: false,
    tasksSetRepository: false,
    hasUuids: false,
    settingsNames: {},
    settingsGone: [],
    statesAtOnce: 1,
    statesPath: '/api/conversations/',
  },
  v1: {
    api: 'v1',
    notTaken: unsupportedByV1,
    gitProviders,
    exclusive: [
      ['suggested_task', 'initial_user_msg'],
      ['suggested_task', 'image_urls'],
    ],
    checksSettings: false,
    hasAgentOperations: true,
    tasksSetRepository: true,
    hasUuids: true,
    settingsNames: {
      agent: 'agent_settings.agent',
      llm_model: 'agent_settings.llm.model',
      llm_api_key: 'agent_settings.llm.api_key',
      llm_base_url: 'agent_settings.llm.base_url',
      enable_default_condenser: 'agent_settings.condenser.enabled',
      mcp_config: 'agent_settings.mcp_config',
      max_iterations: 'conversation_settings.max_iterations',
      confirmation_mode: 'conversation_settings.confirmation_mode',
      security_analyzer: 'conversation_settings.security_analyzer',
    },
    settingsGone: ['enable_solvability_analysis'],
    // The known limit is 99.
    statesAtOnce: 50,
    statesPath: '/api/v1/app-conversations',
  },
};

export type SettingsNames = Pick<Dialect, 'settingsNames' | 'settingsGone'>;

/** Names of settings that belong to an agent of another protocol (ACP): it has its own model, memory and keys. */
const foreignAgentNames: SettingsNames['settingsNames'] = {
  agent: 'agent_settings.acp_server',
  llm_model: 'agent_settings.acp_model',
};
const foreignAgentLacks: readonly SettingsFieldName[] = [
  'agent',
  'llm_model',
  'llm_base_url',
  'enable_default_condenser',
];

/** What the service calls these settings, and which it doesn't have. */
export function settingsNamesIn(
  { agent_settings: agent }: Readonly<Record<string, unknown>>,
  { settingsNames, settingsGone }: SettingsNames,
): SettingsNames {
  if (!isRecord(agent) || agent['agent_kind'] !== 'acp') return { settingsNames, settingsGone };
  const others = Object.entries(settingsNames).filter(([name]) => !foreignAgentLacks.some((lacked) => lacked === name));
  return {
    settingsNames: { ...Object.fromEntries(others), ...foreignAgentNames },
    settingsGone: [...settingsGone, ...foreignAgentLacks],
  };
}

/**
 * Reason why an API doesn't take a request: a field that it doesn't have, or a Git provider in it, or two that exclude
 * each other there.
 */
export interface NotTaken {
  readonly field: RequestField;
  /** The field that excludes it; absent if the API doesn't have the field at all. */
  readonly beside?: RequestField;
}

/** Everything in a request that an API doesn't take, in the order of its tables. */
export function notTakenOf(
  request: ConversationStartRequest,
  { notTaken, exclusive, gitProviders: known }: Pick<Dialect, 'notTaken' | 'exclusive' | 'gitProviders'>,
): readonly NotTaken[] {
  const { git_provider, suggested_task: task, create_microagent: learning } = request;
  const has = (field: RequestField) => request[field] !== undefined;
  const isUnknown = (provider: GitProvider | undefined) => provider !== undefined && !known.includes(provider);
  return [
    ...notTaken.filter(has).map((field) => ({ field })),
    ...(isUnknown(git_provider) ? [{ field: 'git_provider' } as const] : []),
    ...(isUnknown(task?.git_provider) ? [{ field: 'suggested_task' } as const] : []),
    ...(isUnknown(learning?.git_provider) ? [{ field: 'create_microagent' } as const] : []),
    ...exclusive.filter((pair) => pair.every(has)).map(([field, beside]) => ({ field, beside })),
  ];
}

/** True if an id can be that of a conversation. */
export function acceptsId({ hasUuids }: Pick<Dialect, 'hasUuids'>, id: string): boolean {
  return !hasUuids || isUuid(id);
}

/** The id to send with a start, as services return it; `undefined` if it has one, or the API has no place for ours. */
export function proposedId({ hasUuids }: Dialect, request: ConversationStartRequest, uuid: string): string | undefined {
  return hasUuids && request.conversation_id === undefined ? uuid.replaceAll('-', '') : undefined;
}

/** True for a UUID, with or without hyphens, as services of API V1 take it. */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}(-?)[\da-f]{4}(?:\1[\da-f]{4}){2}\1[\da-f]{12}$/i.test(text);
}
