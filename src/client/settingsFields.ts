import { isRecord } from '../base/json';

export type SettingsGroup =
  'model' | 'limits' | 'git' | 'sandbox' | 'mcp' | 'search' | 'privacy' | 'account' | 'secrets' | 'other';

type SettingsType =
  | 'string or null'
  | 'string (password) or null'
  | 'boolean'
  | 'boolean or null'
  | 'integer or null'
  | 'number or null'
  | 'object'
  | 'UserSecrets object'
  | 'MCPConfig object';

export interface SettingsField {
  readonly group: Exclude<SettingsGroup, 'other'>;
  readonly type: SettingsType;
  readonly required?: true;
  /** The interface's default; absent where it says "none". */
  readonly default?: boolean;
  /** The value is a key, or says whether there is one. Only "set" or "not set" is shown. */
  readonly secret?: true;
  /** The field that says whether this key is set. Known services never send the key. */
  readonly reportedBy?: string;
}

/** All fields of interface section 2.6, in the order in which the view shows them within each group. */
export const settingsFields = {
  llm_model: { group: 'model', type: 'string or null' },
  llm_base_url: { group: 'model', type: 'string or null' },
  llm_api_key_set: { group: 'model', type: 'boolean', required: true, secret: true },
  llm_api_key: { group: 'model', type: 'string (password) or null', secret: true, reportedBy: 'llm_api_key_set' },
  agent: { group: 'model', type: 'string or null' },
  language: { group: 'model', type: 'string or null' },
  enable_default_condenser: { group: 'model', type: 'boolean', default: true },

  max_iterations: { group: 'limits', type: 'integer or null' },
  max_budget_per_task: { group: 'limits', type: 'number or null' },
  confirmation_mode: { group: 'limits', type: 'boolean or null' },
  security_analyzer: { group: 'limits', type: 'string or null' },

  git_user_name: { group: 'git', type: 'string or null' },
  git_user_email: { group: 'git', type: 'string or null' },
  provider_tokens_set: { group: 'git', type: 'object' },

  sandbox_base_container_image: { group: 'sandbox', type: 'string or null' },
  sandbox_runtime_container_image: { group: 'sandbox', type: 'string or null' },
  remote_runtime_resource_factor: { group: 'sandbox', type: 'integer or null' },

  mcp_config: { group: 'mcp', type: 'MCPConfig object' },

  search_api_key_set: { group: 'search', type: 'boolean', default: false, secret: true },
  search_api_key: {
    group: 'search',
    type: 'string (password) or null',
    secret: true,
    reportedBy: 'search_api_key_set',
  },

  enable_sound_notifications: { group: 'privacy', type: 'boolean', default: false },
  enable_proactive_conversation_starters: { group: 'privacy', type: 'boolean', default: true },
  enable_solvability_analysis: { group: 'privacy', type: 'boolean', default: true },
  user_consents_to_analytics: { group: 'privacy', type: 'boolean or null' },

  email: { group: 'account', type: 'string or null' },
  email_verified: { group: 'account', type: 'boolean or null' },

  sandbox_api_key: { group: 'secrets', type: 'string (password) or null', secret: true },
  secrets_store: { group: 'secrets', type: 'UserSecrets object' },
} as const satisfies Record<string, SettingsField>;

export type SettingsFieldName = keyof typeof settingsFields;

/** Names of the fields with a row of their own. Keys that another field reports are shown in that field's row. */
export type SettingsRowName = {
  [Name in SettingsFieldName]: (typeof settingsFields)[Name] extends { reportedBy: string } ? never : Name;
}[SettingsFieldName];

export function isSettingsRowName(name: string): name is SettingsRowName {
  return isSettingsFieldName(name) && !('reportedBy' in settingsFields[name]);
}

export function keyReportedBy(name: string): string | undefined {
  return Object.keys(settingsFields).find((key) => settingsField(key)?.reportedBy === name);
}

export function isSettingsFieldName(name: string): name is SettingsFieldName {
  return Object.hasOwn(settingsFields, name);
}

/** The description of a field by its wire name; `undefined` if the interface doesn't have it. */
export function settingsField(name: string): SettingsField | undefined {
  return isSettingsFieldName(name) ? settingsFields[name] : undefined;
}

export function fieldsOfAnotherType(settings: Readonly<Record<string, unknown>>): readonly SettingsFieldName[] {
  return Object.keys(settings)
    .filter(isSettingsFieldName)
    .filter((name) => !isOfSettingsType(settings[name], settingsFields[name].type));
}

/** True if a value is of a type of the interface. `null` is allowed for each, since services send it for all of them. */
export function isOfSettingsType(value: unknown, type: SettingsType): boolean {
  return value === undefined || value === null || typeTests[type](value);
}

const isText = (value: unknown) => typeof value === 'string';
const isBoolean = (value: unknown) => typeof value === 'boolean';
const isNumber = (value: unknown) => typeof value === 'number';

const typeTests: Readonly<Record<SettingsType, (value: unknown) => boolean>> = {
  'string or null': isText,
  'string (password) or null': isText,
  boolean: isBoolean,
  'boolean or null': isBoolean,
  'integer or null': isNumber,
  'number or null': isNumber,
  object: isRecord,
  'UserSecrets object': isRecord,
  'MCPConfig object': isMcpConfig,
};

/** True for the interface's lists of servers, and for the map from name to server that newer services have. */
function isMcpConfig(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const lists = ['sse_servers', 'shttp_servers', 'stdio_servers'].map((name) => value[name]);
  return lists.every((list) => list === undefined || list === null || (Array.isArray(list) && list.every(isServer)));
}

/** Some services send a bare URL for a server. */
function isServer(server: unknown): boolean {
  return typeof server === 'string' || isRecord(server);
}
