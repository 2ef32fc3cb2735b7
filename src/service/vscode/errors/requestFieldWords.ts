import { l10n } from 'vscode';

/** What a field of the request is called on the sheet, from its path in wire names; the path itself where it has no name. */
export function requestFieldLabel(path: string): string {
  const [field = '', ...rest] = path.split('.');
  const label = labelOf(field);
  return label === undefined ? path : [label, ...rest].join(' › ');
}

function labelOf(field: string): string | undefined {
  switch (field) {
    case 'initial_user_msg':
      return l10n.t('Message');
    case 'repository':
      return l10n.t('Repository');
    case 'git_provider':
      return l10n.t('Git provider');
    case 'selected_branch':
      return l10n.t('Branch');
    case 'image_urls':
      return l10n.t('Images');
    case 'suggested_task':
      return l10n.t('Suggested task');
    case 'create_microagent':
      return l10n.t('Micro-agent');
    case 'replay_json':
      return l10n.t('Replay');
    case 'conversation_instructions':
      return l10n.t('Instructions');
    case 'mcp_config':
      return l10n.t('MCP servers');
    case 'conversation_id':
      return l10n.t('Conversation id');
    default:
      return undefined;
  }
}
