import { l10n } from 'vscode';
import type { SettingsGroup, SettingsRowName } from '../../client/settingsFields';
import { providerName } from '../../service/vscode/gitProviderLabels';

// Functions, here and below, so that a text is only translated when it's shown.
export const groups: Readonly<Record<SettingsGroup, { readonly icon: string; readonly name: () => string }>> = {
  model: { icon: 'sparkle', name: () => l10n.t('Model') },
  limits: { icon: 'dashboard', name: () => l10n.t('Agent limits') },
  git: { icon: 'git-branch', name: () => l10n.t('Git') },
  sandbox: { icon: 'package', name: () => l10n.t('Sandbox') },
  mcp: { icon: 'server-process', name: () => l10n.t('MCP servers') },
  search: { icon: 'search', name: () => l10n.t('Search') },
  privacy: { icon: 'bell', name: () => l10n.t('Privacy and notifications') },
  account: { icon: 'account', name: () => l10n.t('Account') },
  secrets: { icon: 'lock', name: () => l10n.t('Secrets') },
  other: { icon: 'ellipsis', name: () => l10n.t('Other') },
};

const labeled = (label: string, meaning: string) => ({ label, meaning });

/** Labels and meanings of the fields of interface section 2.6, by their wire names. */
export const fieldWords: Readonly<Record<SettingsRowName, () => ReturnType<typeof labeled>>> = {
  llm_model: () => labeled(l10n.t('Language model'), l10n.t('The language model the agent uses.')),
  llm_base_url: () => labeled(l10n.t('Model URL'), l10n.t("The URL of the model's API, if not the default one.")),
  llm_api_key_set: () =>
    labeled(
      l10n.t('Model API key'),
      l10n.t("Whether an API key for the language model is set. With API V0, conversations can't start without one."),
    ),
  agent: () => labeled(l10n.t('Agent'), l10n.t('The agent that works on conversations.')),
  language: () => labeled(l10n.t('Language'), l10n.t("The language of the service's web pages.")),
  enable_default_condenser: () =>
    labeled(l10n.t('Memory condensation'), l10n.t('Whether long conversations are condensed to fit the model.')),
  max_iterations: () =>
    labeled(l10n.t('Maximum iterations'), l10n.t('The maximum number of steps the agent takes in a conversation.')),
  max_budget_per_task: () => labeled(l10n.t('Budget per task'), l10n.t('The maximum cost of a task.')),
  confirmation_mode: () => labeled(l10n.t('Confirmation mode'), l10n.t('Whether the agent asks before it acts.')),
  security_analyzer: () =>
    labeled(l10n.t('Security analyzer'), l10n.t("The analyzer that checks the agent's actions for risks.")),
  git_user_name: () => labeled(l10n.t('Git user name'), l10n.t("The name used in the agent's commits.")),
  git_user_email: () => labeled(l10n.t('Git user email'), l10n.t("The email address used in the agent's commits.")),
  provider_tokens_set: () =>
    labeled(
      l10n.t('Git providers'),
      l10n.t("The Git providers that have a token, each with its host if that isn't the default one."),
    ),
  sandbox_base_container_image: () =>
    labeled(l10n.t('Base image'), l10n.t('The container image sandboxes are built on.')),
  sandbox_runtime_container_image: () => labeled(l10n.t('Runtime image'), l10n.t('The container image sandboxes run.')),
  remote_runtime_resource_factor: () =>
    labeled(l10n.t('Resource factor'), l10n.t('How many resources a remote sandbox gets.')),
  mcp_config: () => labeled(l10n.t('Configured servers'), l10n.t('The MCP servers that conversations can use.')),
  search_api_key_set: () => labeled(l10n.t('Search API key'), l10n.t('Whether an API key for web search is set.')),
  enable_sound_notifications: () =>
    labeled(
      l10n.t('Sound notifications'),
      l10n.t("Whether the service's web pages play a sound when the agent needs you."),
    ),
  enable_proactive_conversation_starters: () =>
    labeled(l10n.t('Suggested tasks'), l10n.t('Whether the service suggests tasks on its own.')),
  enable_solvability_analysis: () =>
    labeled(
      l10n.t('Solvability analysis'),
      l10n.t('Whether the service estimates how likely it is that an issue can be solved.'),
    ),
  user_consents_to_analytics: () =>
    labeled(l10n.t('Analytics'), l10n.t('Whether you agreed to let the service collect usage data.')),
  email: () => labeled(l10n.t('Email'), l10n.t('Your email address on the service.')),
  email_verified: () =>
    labeled(l10n.t('Email verified'), l10n.t('Whether the service has verified your email address.')),
  sandbox_api_key: () =>
    labeled(
      l10n.t('Sandbox API key'),
      l10n.t('The API key for remote sandboxes. Never shown, whatever the service returns.'),
    ),
  secrets_store: () =>
    labeled(
      l10n.t('Saved secrets'),
      l10n.t('How many secrets the service has saved for you. Names and values are never shown.'),
    ),
};

// Maps, because names come from the service, and an object would also find those of its prototype.
type Labels = ReadonlyMap<string, () => string>;

const serverListLabels: Labels = new Map([
  ['sse_servers', () => l10n.t('SSE servers')],
  ['stdio_servers', () => l10n.t('stdio servers')],
  ['shttp_servers', () => l10n.t('HTTP servers')],
  ['mcpServers', () => l10n.t('MCP servers')],
]);

const serverFieldLabels: Labels = new Map([
  ['name', () => l10n.t('Name')],
  ['url', () => l10n.t('URL')],
  ['api_key', () => l10n.t('API key')],
  ['command', () => l10n.t('Command')],
  ['args', () => l10n.t('Arguments')],
  ['env', () => l10n.t('Environment')],
  ['timeout', () => l10n.t('Timeout')],
  ['headers', () => l10n.t('Headers')],
  ['transport', () => l10n.t('Transport')],
  ['enabled', () => l10n.t('Enabled')],
]);

/** Labels of fields that only known services have, where the name alone isn't a good label. */
const newerFieldLabels: Labels = new Map([
  ['condenser_max_size', () => l10n.t('Maximum history size')],
  ['v1_enabled', () => l10n.t('API V1 enabled')],
  ['disabled_skills', () => l10n.t('Disabled skills')],
  ['llm_profiles', () => l10n.t('Model profiles')],
  ['sandbox_grouping_strategy', () => l10n.t('Sandbox grouping')],
  ['agent_settings', () => l10n.t('Agent settings')],
  ['conversation_settings', () => l10n.t('Conversation settings')],
]);

/** Labels of fields inside those, by the last name of their path. */
const nestedFieldLabels: Labels = new Map([
  ['llm', () => l10n.t('Language model')],
  ['model', () => l10n.t('Language model')],
  ['base_url', () => l10n.t('Model URL')],
  ['timeout', () => l10n.t('Timeout')],
  ['enabled', () => l10n.t('Enabled')],
  ['num_retries', () => l10n.t('Retries')],
  ['condenser', () => l10n.t('Memory condensation')],
  ['max_size', () => l10n.t('Maximum history size')],
  ['max_iterations', () => l10n.t('Maximum iterations')],
  ['confirmation_mode', () => l10n.t('Confirmation mode')],
  ['security_analyzer', () => l10n.t('Security analyzer')],
  ['mcp_config', () => l10n.t('MCP servers')],
]);

/**
 * The label of a field that isn't in the interface, or of an entry inside a field (interface sections 2.4 and 2.6).
 * @param id its JSON Pointer, as in `SettingsRow.id`
 * @returns `undefined` if the name is to be shown as it is
 */
export function entryLabel(id: string): string | undefined {
  const [field = '', ...inner] = id.split('/').slice(1);
  const [name] = inner;
  if (name === undefined) return newerFieldLabels.get(field)?.() ?? readableName([field]);
  if (field === 'provider_tokens_set') return inner.length === 1 ? providerName(name) : undefined;
  if (field === 'mcp_config') return serverLabel(inner);
  if (!recordsOfServices.includes(field)) return undefined;
  const path = [field, ...inner];
  const at = path.indexOf('mcp_config');
  if (at !== -1 && at < path.length - 1) return serverLabel(path.slice(at + 1));
  return readableName(path) && (nestedFieldLabels.get(path.at(-1) ?? '')?.() ?? readableName(path));
}

/** Fields in which services group settings, so that the names inside are the service's own. */
const recordsOfServices: readonly string[] = [
  'agent_settings',
  'conversation_settings',
  'llm_profiles',
  'misc_settings',
];

/** @param path from `mcp_config` down to a list or map of servers, a server, or a member of a server */
function serverLabel([first = '', ...path]: readonly string[]): string | undefined {
  if (path.length === 0) return serverListLabels.get(first)?.();
  const inServer = serverListLabels.has(first) ? path.slice(1) : path;
  return inServer.length === 1 ? serverFieldLabels.get(inServer[0] ?? '')?.() : undefined;
}

/** Records whose members were named by users. */
const recordsWithUserNames: readonly string[] = ['profiles', 'mcpServers', 'mcp_config'];

/** Records that services pass on to other programs, so the names in them aren't those of the service. */
const passThroughRecords: readonly string[] = [
  'headers',
  'extra_headers',
  'env',
  'params',
  'litellm_extra_body',
  'capability_overrides',
  'secrets',
];

/** How parts of names are written that are abbreviations or names. */
const spelling: ReadonlyMap<string, string> = new Map([
  ...['api', 'aws', 'id', 'llm', 'mcp', 'sse', 'url'].map((name) => [name, name.toUpperCase()] as const),
  ['max', 'maximum'],
  ['min', 'minimum'],
  ['openrouter', 'OpenRouter'],
]);

/**
 * Makes a label of a service's name for a field, as VS Code does with the ids of settings: `max_input_tokens` becomes
 * "Maximum input tokens". It isn't translated, since services may add fields at any time.
 * @param path the names from the settings' field down to this one
 * @returns `undefined` if the name isn't the service's own, or doesn't consist of words
 */
function readableName(path: readonly string[]): string | undefined {
  const above = path.slice(0, -1);
  const name = path.at(-1) ?? '';
  if (above.some((record) => passThroughRecords.includes(record)) || recordsWithUserNames.includes(above.at(-1) ?? ''))
    return undefined;
  if (!/^[a-z][a-z\d]*(?:_[a-z\d]+)*$/.test(name)) return undefined;
  const words = name
    .split('_')
    .map((part) => spelling.get(part) ?? part)
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
