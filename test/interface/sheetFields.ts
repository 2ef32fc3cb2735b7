import type { QuickRow } from '../host/quickInput';

const fieldsByLabel: Readonly<Record<string, string>> = {
  Repository: 'repository',
  'Git provider': 'git_provider',
  Branch: 'selected_branch',
  Images: 'image_urls',
  'Suggested task': 'suggested_task',
  'Micro-agent': 'create_microagent',
  Replay: 'replay_json',
  Instructions: 'conversation_instructions',
  'MCP servers': 'mcp_config',
  'Conversation ID': 'conversation_id',
};

/**
 * What the rows of the fields say will be sent, under the fields' wire names; rows that say "none" are left out, as are
 * the message, which stands in the input, warnings and actions.
 */
export function sheetFields(rows: readonly QuickRow[]): Record<string, string> {
  const fields = rows.flatMap(({ description }): [string, string][] => {
    const [, label = '', value = ''] = /^([^:]+): (.*?)( · .*)?$/.exec(description) ?? [];
    const field = fieldsByLabel[label];
    return field === undefined || value === 'none' ? [] : [[field, value]];
  });
  return Object.fromEntries(fields);
}
