import { l10n } from 'vscode';
import type { ConversationStartRequest } from '../../../client/common/records';

const labels: Readonly<Record<string, () => string>> = {
  initial_user_msg: () => l10n.t('Message'),
  repository: () => l10n.t('Repository'),
  git_provider: () => l10n.t('Git provider'),
  selected_branch: () => l10n.t('Branch'),
  image_urls: () => l10n.t('Images'),
  suggested_task: () => l10n.t('Suggested task'),
  create_microagent: () => l10n.t('Micro-agent'),
  replay_json: () => l10n.t('Replay'),
  conversation_instructions: () => l10n.t('Instructions'),
  mcp_config: () => l10n.t('MCP servers'),
  conversation_id: () => l10n.t('Conversation id'),
} satisfies Record<keyof ConversationStartRequest, () => string>;

/** What a field of the request is called on the sheet, from its path in wire names; the path itself where it has no name. */
export function requestFieldLabel(path: string): string {
  const [field = '', ...rest] = path.split('.');
  const label = Object.hasOwn(labels, field) ? labels[field] : undefined;
  return label === undefined ? path : [label(), ...rest].join(' › ');
}
