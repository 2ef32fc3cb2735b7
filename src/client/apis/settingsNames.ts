import { isRecord } from '../../base/json';
import type { SettingsFieldName } from '../settingsFields';

export interface SettingsNames {
  /** Wire names of the settings that the service keeps elsewhere, by their names in the interface. */
  readonly moved: Readonly<Partial<Record<SettingsFieldName, string>>>;
  /** Settings of the interface that an answer lacks because the service doesn't have them, rather than because they aren't set. */
  readonly gone: readonly SettingsFieldName[];
}

/** The names of settings in services that group them by what they belong to: the agent, or the conversation. */
export const agentSettingsNames = {
  moved: {
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
  gone: ['enable_solvability_analysis'],
} as const satisfies SettingsNames;

/** Names that differ for agents that use the Agent Client Protocol (ACP). These have their own model, memory and keys. */
const acpNames: SettingsNames['moved'] = {
  agent: 'agent_settings.acp_server',
  llm_model: 'agent_settings.acp_model',
};
/** Settings that don't apply to such an agent, or that it doesn't have to name. */
const acpLacks: readonly SettingsFieldName[] = ['agent', 'llm_model', 'llm_base_url', 'enable_default_condenser'];

/** The names of settings in an answer. They depend on the kind of agent that the service uses. */
export function namesByAgent({ agent_settings: agent }: AnyRecord, { moved, gone }: SettingsNames): SettingsNames {
  if (!isRecord(agent) || agent['agent_kind'] !== 'acp') return { moved, gone };
  const others = Object.entries(moved).filter(([name]) => !acpLacks.some((missing) => missing === name));
  return { moved: { ...Object.fromEntries(others), ...acpNames }, gone: [...gone, ...acpLacks] };
}

type AnyRecord = Readonly<Record<string, unknown>>;

/**
 * Moves settings that the service keeps elsewhere to their names in the interface (section 2.6). Everything else stays in
 * its place.
 */
export function withInterfaceNames(answer: AnyRecord, { moved }: SettingsNames): AnyRecord {
  let rest = answer;
  const found: Record<string, unknown> = {};
  for (const [name, wireName] of Object.entries(moved)) {
    const path = wireName.split('.');
    const value = path.reduce<unknown>((record, member) => (isRecord(record) ? record[member] : undefined), rest);
    // Services that were released between two APIs have the setting under both names, with the same value.
    if (value === undefined || Object.hasOwn(answer, name)) continue;
    found[name] = value;
    rest = withoutMember(rest, path);
  }
  return { ...rest, ...found };
}

/** The record without the member at a path, and without records that would be empty then. The order stays the same. */
function withoutMember(record: AnyRecord, [name, ...path]: readonly string[]): AnyRecord {
  const left = Object.entries(record).flatMap(([key, member]) => {
    if (key !== name) return [[key, member] as const];
    const inner = path.length > 0 && isRecord(member) ? withoutMember(member, path) : {};
    return Object.keys(inner).length > 0 ? [[key, inner] as const] : [];
  });
  return Object.fromEntries(left);
}
