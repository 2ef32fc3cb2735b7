import { l10n } from 'vscode';
import type { UnsupportedField } from '../../../client/apis/serviceApi';
import type { ConversationStartRequest } from '../../../client/records';

/** Functions, so that nothing is translated before it's shown. */
type Words = Readonly<Record<string, () => string>>;

/** A name may come from the service, and an object also has those of its prototype. */
function wordsOf(name: string, words: Words): string | undefined {
  return Object.hasOwn(words, name) ? words[name]?.() : undefined;
}

const labels: Words = {
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
  clone_instructions: () => l10n.t('Clone'),
} satisfies Record<keyof ConversationStartRequest, () => string>;

/** Label of a request field on the sheet, from its path in wire names; the path itself if it has no label. */
export function requestFieldLabel(path: string): string {
  const [field = '', ...rest] = path.split('.');
  const label = wordsOf(field, labels);
  return label === undefined ? path : [label, ...rest].join(' › ');
}

export function notSupportedWords(field: keyof ConversationStartRequest): string {
  return l10n.t('This service doesn\'t support "{0}".', requestFieldLabel(field));
}

/** Says that a start with this field isn't sent to a service. */
export function unsupportedWords({ field, conflictsWith }: UnsupportedField, host: string): string {
  return conflictsWith === undefined
    ? l10n.t(
        'The request wasn\'t sent: {0} doesn\'t support "{1}". Remove it to start.',
        host,
        requestFieldLabel(field),
      )
    : l10n.t(
        'The request wasn\'t sent: {0} accepts either "{1}" or "{2}". Remove one of them to start.',
        host,
        requestFieldLabel(field),
        requestFieldLabel(conflictsWith),
      );
}

const titles: Words = {
  git_provider: () => l10n.t('Git Provider'),
  suggested_task: () => l10n.t('Suggested Task'),
  agent_type: () => l10n.t('Plan First'),
  mcp_config: () => l10n.t('MCP Servers'),
};

export function requestFieldTitle(field: keyof ConversationStartRequest): string {
  return wordsOf(field, titles) ?? requestFieldLabel(field);
}

const expectations: Words = {
  string: () => l10n.t('a string'),
  number: () => l10n.t('a number'),
  int: () => l10n.t('an integer'),
  boolean: () => l10n.t('true or false'),
  array: () => l10n.t('an array'),
  'a UUID': () => l10n.t('a UUID'),
  object: () => l10n.t('an object'),
  record: () => l10n.t('an object'),
  'of fewer values': () => l10n.t('made up of fewer values'),
  'of plain characters': () => l10n.t('free of control and invisible characters'),
  valid: () => l10n.t('valid'),
  'not empty': () => l10n.t('non-empty'),
  absent: () => l10n.t('omitted'),
  'free of secrets': () => l10n.t('free of secrets'),
  'of another type': () => l10n.t('of a different type'),
};

/** The expected type of a field, if the schema names one; otherwise its allowed values. */
export function expectedWords({ expected }: { readonly expected: string }): string {
  return wordsOf(expected, expectations) ?? expected;
}
