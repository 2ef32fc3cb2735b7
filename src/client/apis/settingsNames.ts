import { isRecord } from '../../base/json';
import type { SettingsFieldName } from '../settingsFields';

export interface SettingsNames {
  /** Wire names of the settings that it keeps in another place, by their names in the interface. */
  readonly moved: Readonly<Partial<Record<SettingsFieldName, string>>>;
  readonly gone: readonly SettingsFieldName[];
}

/** The names under which services have most settings that belong to agents. */
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

/** Names of settings that belong to an agent of another protocol (ACP): it has its own model, memory and keys. */
const foreignAgentNames: SettingsNames['moved'] = {
  agent: 'agent_settings.acp_server',
  llm_model: 'agent_settings.acp_model',
};
const foreignAgentLacks: readonly SettingsFieldName[] = [
  'agent',
  'llm_model',
  'llm_base_url',
  'enable_default_condenser',
];

/** The names in an answer, which depend on the kind of its agent. */
export function namesByAgent({ agent_settings: agent }: Loose, { moved, gone }: SettingsNames): SettingsNames {
  if (!isRecord(agent) || agent['agent_kind'] !== 'acp') return { moved, gone };
  const others = Object.entries(moved).filter(([name]) => !foreignAgentLacks.some((lacked) => lacked === name));
  return { moved: { ...Object.fromEntries(others), ...foreignAgentNames }, gone: [...gone, ...foreignAgentLacks] };
}

type Loose = Readonly<Record<string, unknown>>;

/**
 * Settings with what the service keeps elsewhere back under the interface's names (section 2.6). Everything else stays
 * where it is, without the moved fields.
 */
export function withInterfaceNames(answer: Loose, { moved }: SettingsNames): Loose {
  let rest = answer;
  const found: Record<string, unknown> = {};
  for (const [name, wireName] of Object.entries(moved)) {
    const path = wireName.split('.');
    const value = path.reduce<unknown>((record, member) => (isRecord(record) ? record[member] : undefined), rest);
    // A service between two APIs has both, and they are the same.
    if (value === undefined || Object.hasOwn(answer, name)) continue;
    found[name] = value;
    rest = without(rest, path);
  }
  return { ...rest, ...found };
}

/** The record in the same order, without one member and without the records that this would leave empty. */
function without(record: Loose, [name, ...path]: readonly string[]): Loose {
  const left = Object.entries(record).flatMap(([key, member]) => {
    if (key !== name) return [[key, member] as const];
    const inner = path.length > 0 && isRecord(member) ? without(member, path) : {};
    return Object.keys(inner).length > 0 ? [[key, inner] as const] : [];
  });
  return Object.fromEntries(left);
}
