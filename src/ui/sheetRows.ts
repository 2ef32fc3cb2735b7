import * as vscode from 'vscode';
import { hasTask, requestOf, type Attachment, type Draft } from '../domain/draft';
import { preflight, subject, type Warning } from '../domain/preflight';
import type { ConversationStartRequest, Settings } from '../domain/records';
import type { Surroundings } from '../domain/targets';
import { plainLabel } from './plainLabel';
import { requestFieldLabel } from './requestFieldWords';
import { sizeWords } from './sizeWords';
import { placeWords, reasonWords } from './targetWords';
import { warningWords } from './warningWords';

/** A field that the sheet has a row for. */
export type SheetField = 'repository' | 'git_provider' | 'selected_branch';

/** The other fields: shown when they are set, since nothing is sent that was not shown. */
const otherFields = [
  'image_urls',
  'suggested_task',
  'create_microagent',
  'replay_json',
  'conversation_instructions',
  'mcp_config',
  'conversation_id',
] as const satisfies readonly (keyof ConversationStartRequest)[];
export type OtherField = (typeof otherFields)[number];

/** What choosing a row does. */
export type RowAction =
  | { readonly kind: 'start' }
  | { readonly kind: 'field'; readonly field: SheetField }
  | { readonly kind: 'warning'; readonly warning: Warning }
  | { readonly kind: 'attachment'; readonly attachment: Attachment }
  | { readonly kind: 'other'; readonly field: OtherField };

export interface SheetRow extends vscode.QuickPickItem {
  readonly action: RowAction;
  /** Stays the same while the sheet is filled anew: the chosen row remains chosen. */
  readonly key: string;
}

/** What the rows are made from. Without surroundings, they are still being looked at. */
export interface SheetState {
  readonly draft: Draft;
  readonly surroundings: Surroundings | undefined;
  /** As last loaded; `undefined` when they were not. */
  readonly settings: Settings | undefined;
}

export function sheetRequest({ draft, surroundings }: SheetState): ConversationStartRequest {
  return requestOf(draft, surroundings ?? { target: undefined, instructions: '' });
}

/** The warnings that hold for what the sheet would send. */
export function sheetWarnings(state: SheetState): readonly Warning[] {
  if (!state.surroundings) return [];
  const warnings = preflight(sheetRequest(state), state.surroundings.target, state.settings);
  const attached = (state.draft.attachments ?? []).some(({ kind }) => kind === 'changes');
  return warnings.filter((warning) => {
    // What is in the message, the agent sees.
    if (attached && (warning.kind === 'ahead' || warning.kind === 'changes')) return false;
    // Who wants no repository need not hear why there is none.
    return state.draft.fields.repository !== null || subjectOf(warning) === 'service';
  });
}

/** The rows of the review sheet: "Start" first, then every field with its value, and below it its warnings. */
export function sheetRows(state: SheetState): SheetRow[] {
  const request = sheetRequest(state);
  const warnings = sheetWarnings(state);
  const about = (wanted: ReturnType<typeof subjectOf>) =>
    warnings.filter((warning) => subjectOf(warning) === wanted).map(warningRow);
  return [
    startRow(request, state.surroundings === undefined),
    fieldRow(state, 'repository', 'repo', request.repository),
    ...about('repository'),
    fieldRow(state, 'git_provider', 'cloud', request.git_provider),
    ...about('provider'),
    fieldRow(state, 'selected_branch', 'git-branch', request.selected_branch),
    ...about('branch'),
    ...(state.draft.attachments ?? []).map(attachmentRow),
    ...otherFields.flatMap((field) => otherRow(field, request[field])),
    ...about('service'),
  ];
}

function subjectOf(warning: Warning): 'repository' | 'provider' | 'branch' | 'service' {
  return warning.kind === 'noLlmKey' || warning.kind === 'noProviderToken' ? 'service' : subject(warning);
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
    label: `$(play) ${vscode.l10n.t('Start')}`,
    description: plainLabel(description),
    alwaysShow: true,
  };
}

function fieldRow(state: SheetState, field: SheetField, icon: string, value: string | undefined): SheetRow {
  const target = state.surroundings?.target;
  const isOfTarget = field === 'repository' && value !== undefined && value === target?.repository;
  const why = isOfTarget && target.reason ? reasonWords(target.reason) : undefined;
  const shown = value ?? (target ? vscode.l10n.t('none') : '…');
  const words = [`${requestFieldLabel(field)}: ${plainLabel(shown)}`, why].filter(Boolean).join(' · ');
  return row(`field ${field}`, { kind: 'field', field }, icon, words);
}

/** A field in short: a text by its beginning, a record or list by its size. */
function otherRow(field: OtherField, value: unknown): SheetRow[] {
  if (value === undefined) return [];
  const short = typeof value === 'string' ? value.replace(/\s+/g, ' ').slice(0, 80) : sizeWords(JSON.stringify(value));
  return [
    row(`other ${field}`, { kind: 'other', field }, 'list-tree', `${requestFieldLabel(field)}: ${plainLabel(short)}`),
  ];
}

function warningRow(warning: Warning): SheetRow {
  return row(`warning ${warning.kind}`, { kind: 'warning', warning }, 'warning', plainLabel(warningWords(warning)));
}

function attachmentRow(attachment: Attachment): SheetRow {
  const words = vscode.l10n.t('In the message: changes that are only here ({0})', sizeWords(attachment.text));
  return row(`attachment ${attachment.kind}`, { kind: 'attachment', attachment }, 'diff', words);
}

/**
 * VS Code moves rows whose label matches the typed text to the top, in front of "Start", and extensions cannot turn that
 * off (microsoft/vscode#73904). What is typed here is the message, so the words of a row are its description, which is
 * not matched, and its label is only an icon.
 */
function row(key: string, action: RowAction, icon: string, description: string): SheetRow {
  return { key, action, label: `$(${icon})`, description, alwaysShow: true };
}
