import type { QuickRow } from '../host/quickInput';

const fieldsByLabel: Readonly<Record<string, string>> = {
  Repository: 'repository',
  Branch: 'selected_branch',
  Images: 'image_urls',
  'Suggested task': 'suggested_task',
  'Micro-agent': 'create_microagent',
  Replay: 'replay_json',
  Instructions: 'conversation_instructions',
  'MCP servers': 'mcp_config',
  'Conversation ID': 'conversation_id',
};

const providers: Readonly<Record<string, string>> = { GitHub: 'github', GitLab: 'gitlab', Bitbucket: 'bitbucket' };

/**
 * Fields that the rows say will be sent, by wire name. Leaves out a repository that is "none", a branch that is the
 * default one, the message, which is in the input, warnings and actions.
 */
export function sheetFields(rows: readonly QuickRow[]): Record<string, string> {
  const fields = rows.flatMap(({ description }): [string, string][] => {
    const [, label = '', value = ''] = /^([^:]+): (.*?)( · .*)?$/.exec(description) ?? [];
    const field = fieldsByLabel[label];
    if (field === undefined || value === 'none' || value === 'default') return [];
    const [, repository = value, provider = ''] = /^(.*) \((.*)\)$/.exec(value) ?? [];
    if (field !== 'repository' || provider === '') return [[field, value]];
    return [
      [field, repository],
      ['git_provider', providers[provider] ?? provider],
    ];
  });
  return Object.fromEntries(fields);
}
