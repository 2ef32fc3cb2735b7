import { l10n } from 'vscode';
import type { NotTaken } from '../../../client/dialect';
import type { ConversationStartRequest } from '../../../client/records';

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
  conversation_id: () => l10n.t('Conversation ID'),
  llm_model: () => l10n.t('Model'),
  agent_type: () => l10n.t('Plan first'),
} satisfies Record<keyof ConversationStartRequest, () => string>;

/** Label of a request field on the sheet, from its path in wire names; the path itself if it has no label. */
export function requestFieldLabel(path: string): string {
  const [field = '', ...rest] = path.split('.');
  const label = Object.hasOwn(labels, field) ? labels[field] : undefined;
  return label === undefined ? path : [label(), ...rest].join(' › ');
}

/** Says that the current service can't be sent this field. */
export function notSupportedWords(field: keyof ConversationStartRequest): string {
  return l10n.t('This service doesn\'t support "{0}".', requestFieldLabel(field));
}

/** Says that a start with this field isn't sent to a service. */
export function notTakenWords({ field, beside }: NotTaken, host: string): string {
  return beside === undefined
    ? l10n.t(
        'The request wasn\'t sent: {0} doesn\'t support "{1}". Remove it to start.',
        host,
        requestFieldLabel(field),
      )
    : l10n.t(
        'The request wasn\'t sent: {0} accepts either "{1}" or "{2}". Remove one of them to start.',
        host,
        requestFieldLabel(field),
        requestFieldLabel(beside),
      );
}

/** Title of a prompt for a request field: its label in title case. */
export function requestFieldTitle(field: keyof ConversationStartRequest): string {
  switch (field) {
    case 'git_provider':
      return l10n.t('Git Provider');
    case 'suggested_task':
      return l10n.t('Suggested Task');
    case 'agent_type':
      return l10n.t('Plan First');
    case 'mcp_config':
      return l10n.t('MCP Servers');
    case 'conversation_id':
    case 'conversation_instructions':
    case 'create_microagent':
    case 'image_urls':
    case 'initial_user_msg':
    case 'llm_model':
    case 'replay_json':
    case 'repository':
    case 'selected_branch':
      return requestFieldLabel(field);
  }
}

/** The expected type of a field, if the schema names one; otherwise its allowed values. */
export function expectedWords({ expected }: { readonly expected: string }): string {
  switch (expected) {
    case 'string':
      return l10n.t('a string');
    case 'number':
      return l10n.t('a number');
    case 'int':
      return l10n.t('an integer');
    case 'boolean':
      return l10n.t('true or false');
    case 'array':
      return l10n.t('an array');
    case 'a UUID':
      return l10n.t('a UUID');
    case 'object':
    case 'record':
      return l10n.t('an object');
    case 'of fewer values':
      return l10n.t('made up of fewer values');
    case 'of plain characters':
      return l10n.t('free of control and invisible characters');
    case 'valid':
      return l10n.t('valid');
    case 'not empty':
      return l10n.t('non-empty');
    case 'absent':
      return l10n.t('omitted');
    case 'free of secrets':
      return l10n.t('free of secrets');
    case 'of another type':
      return l10n.t('of a different type');
    default:
      return expected;
  }
}

/** The usual name of a provider of the interface; `undefined` for any other. */
export function providerName(provider: string): string | undefined {
  switch (provider) {
    case 'github':
      return 'GitHub';
    case 'gitlab':
      return 'GitLab';
    case 'bitbucket':
      return 'Bitbucket';
    case 'bitbucket_data_center':
      return 'Bitbucket Data Center';
    case 'forgejo':
      return 'Forgejo';
    case 'azure_devops':
      return 'Azure DevOps';
    case 'enterprise_sso':
      return l10n.t('Enterprise single sign-on');
    default:
      return undefined;
  }
}

/** The name of a provider for labels and sentences; one without a name as the interface spells it. */
export function providerLabel(provider: string): string {
  return providerName(provider) ?? provider;
}
