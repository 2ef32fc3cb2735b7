import * as vscode from 'vscode';
import { hasTask, messageOf, type Attachment, type Draft } from '../../../draft/common/draft';
import { filledFields } from '../../../draft/common/filling';
import { subject, type Warning } from '../../common/preflight';
import type { ConversationStartRequest } from '../../../client/common/records';
import { attachmentIcon, attachmentWords } from '../../../draft/vscode/attachmentWords';
import { fillerWords } from '../../../draft/vscode/fillerWords';
import { plainLabel } from '../../../base/common/text';
import { requestFieldLabel } from '../../../service/vscode/errors/fieldLabels';
import { formatTextSize } from '../../../base/vscode/units';
import { placeWords } from '../../../repository/vscode/targetWords';
import { warningWords } from '../warningWords';
import { firstLine, valueWords } from './fieldValueWords';
import { sheetFields, sheetRequest, sheetWarnings, type SheetField, type SheetState } from './sheetState';

/** What choosing a row does. */
export type RowAction =
  | { readonly kind: 'start' }
  | { readonly kind: 'message' }
  | { readonly kind: 'field'; readonly field: SheetField }
  | { readonly kind: 'warning'; readonly warning: Warning }
  | { readonly kind: 'attachment'; readonly attachment: Attachment }
  | { readonly kind: 'template' }
  | { readonly kind: 'preview' }
  | { readonly kind: 'curl' };

export interface SheetRow extends vscode.QuickPickItem {
  readonly action: RowAction;
  /** Stays the same while the sheet is filled anew: the chosen row remains chosen. */
  readonly key: string;
}

const fieldIcons: Readonly<Record<SheetField, string>> = {
  repository: 'repo',
  git_provider: 'cloud',
  selected_branch: 'git-branch',
  image_urls: 'file-media',
  suggested_task: 'tasklist',
  create_microagent: 'hubot',
  replay_json: 'history',
  conversation_instructions: 'note',
  mcp_config: 'server',
  conversation_id: 'key',
};

/**
 * The rows of the review sheet: "Start" first and below it what the service lacks, in sight without scrolling; then every
 * field with its value, and below it its warnings.
 */
export function sheetRows(state: SheetState): SheetRow[] {
  const request = sheetRequest(state);
  const warnings = sheetWarnings(state);
  const about = (wanted: ReturnType<typeof subject>) =>
    warnings.filter((warning) => subject(warning) === wanted).map(warningRow);
  const filled = filledFields(state.draft);
  const from = (field: string) => (filled?.fields.includes(field) ? fillerWords(filled.by) : '');
  return [
    startRow(request, state.surroundings === undefined),
    ...about('service'),
    messageRow(state.draft, from('initial_user_msg')),
    ...about('initial_user_msg'),
    ...(state.draft.attachments ?? []).map(attachmentRow),
    ...sheetFields.flatMap((field) => [fieldRow(field, state, request, from(field)), ...about(field)]),
    row('template', { kind: 'template' }, 'symbol-snippet', vscode.l10n.t('Use a Template...')),
    row('preview', { kind: 'preview' }, 'eye', vscode.l10n.t('Preview Request')),
    row('curl', { kind: 'curl' }, 'terminal', vscode.l10n.t('Copy as cURL')),
  ];
}

function startRow(request: ConversationStartRequest, looking: boolean): SheetRow {
  const place = placeWords(request);
  const where = looking
    ? vscode.l10n.t('looking for the repository...')
    : (place ?? vscode.l10n.t('without a repository'));
  const description = hasTask(request) ? where : vscode.l10n.t('{0} · type what the agent should do', where);
  return {
    key: 'start',
    action: { kind: 'start' },
    // In line with the rows below, which keep their distance from the label that they do not have.
    label: ` ${vscode.l10n.t('Start')}`,
    iconPath: new vscode.ThemeIcon('play'),
    description: plainLabel(description),
    alwaysShow: true,
  };
}

/** @param from who filled it in, where that was somebody else */
function messageRow(draft: Draft, from: string): SheetRow {
  const message = messageOf(draft);
  const parts = [
    firstLine(draft.body ?? ''),
    message === '' ? '' : formatTextSize(message),
    from,
    vscode.l10n.t('write in the editor...'),
  ];
  const words = `${requestFieldLabel('initial_user_msg')}: ${plainLabel(parts.filter(Boolean).join(' · '))}`;
  return row('message', { kind: 'message' }, 'edit', words);
}

function fieldRow(field: SheetField, state: SheetState, request: ConversationStartRequest, from: string): SheetRow {
  const value = [valueWords(field, state, request), from].filter(Boolean).join(' · ');
  const words = `${requestFieldLabel(field)}: ${plainLabel(value)}`;
  return row(`field ${field}`, { kind: 'field', field }, fieldIcons[field], words);
}

function warningRow(warning: Warning): SheetRow {
  const about = 'field' in warning ? ` ${warning.field}` : 'server' in warning ? ` ${warning.server}` : '';
  return row(
    `warning ${warning.kind}${about}`,
    { kind: 'warning', warning },
    'warning',
    plainLabel(warningWords(warning)),
  );
}

function attachmentRow(attachment: Attachment): SheetRow {
  const { kind, about = '', text } = attachment;
  const words = vscode.l10n.t('In the message: {0} ({1})', attachmentWords(attachment), formatTextSize(text));
  return row(
    `attachment ${kind} ${about}`,
    { kind: 'attachment', attachment },
    attachmentIcon(kind),
    plainLabel(words),
  );
}

/**
 * VS Code moves rows whose label matches the typed text to the top, in front of "Start", and extensions cannot turn that
 * off (microsoft/vscode#73904). What is typed here is the message, so the words of a row are its description, which is
 * not matched, and it has no label. Not even an icon: a screen reader would say its id.
 */
function row(key: string, action: RowAction, icon: string, description: string): SheetRow {
  return { key, action, label: '', iconPath: new vscode.ThemeIcon(icon), description, alwaysShow: true };
}
