import * as vscode from 'vscode';
import { hasTask, requestOf, type Draft } from '../domain/draft';
import type { ConversationStartRequest } from '../domain/records';
import type { Target } from '../domain/target';
import { plainLabel } from './plainLabel';
import { requestFieldLabel } from './requestFieldWords';
import { noteField, noteWords, placeWords, reasonWords } from './targetWords';

/** A field that the sheet has a row for. */
export type SheetField = 'repository' | 'git_provider' | 'selected_branch';

export interface SheetRow extends vscode.QuickPickItem {
  readonly action: 'start' | SheetField;
}

/** What the rows are made from. Without a target, it is still being looked for. */
export interface SheetState {
  readonly draft: Draft;
  readonly target: Target | undefined;
  readonly instructions: string;
}

export function sheetRequest({ draft, target, instructions }: SheetState): ConversationStartRequest {
  return requestOf(draft, { target, instructions });
}

/** The rows of the review sheet: "Start" first, then every field that can be set, with its value and its warnings. */
export function sheetRows(state: SheetState): SheetRow[] {
  const request = sheetRequest(state);
  return [
    startRow(request, state.target === undefined),
    fieldRow(state, 'repository', 'repo', request.repository),
    fieldRow(state, 'git_provider', 'cloud', request.git_provider),
    fieldRow(state, 'selected_branch', 'git-branch', request.selected_branch),
  ];
}

function startRow(request: ConversationStartRequest, looking: boolean): SheetRow {
  const place = placeWords(request);
  const where = looking
    ? vscode.l10n.t('looking for the repository...')
    : (place ?? vscode.l10n.t('without a repository'));
  const description = hasTask(request) ? where : vscode.l10n.t('{0} · type what the agent should do', where);
  return {
    action: 'start',
    label: `$(play) ${vscode.l10n.t('Start')}`,
    description: plainLabel(description),
    alwaysShow: true,
  };
}

/**
 * VS Code moves rows whose label matches the typed text to the top, in front of "Start", and extensions cannot turn that
 * off (microsoft/vscode#73904). What is typed here is the message, so the words of a row are its description, which is
 * not matched, and its label is only an icon.
 */
function fieldRow(state: SheetState, field: SheetField, icon: string, value: string | undefined): SheetRow {
  const chosen = state.draft.fields[field] !== undefined;
  const notes = chosen ? [] : (state.target?.notes ?? []).filter((note) => noteField(note) === field).map(noteWords);
  const why = field === 'repository' && !chosen && state.target?.reason ? reasonWords(state.target.reason) : undefined;
  const shown = value ?? (state.target ? vscode.l10n.t('none') : '…');
  const warning = notes.length > 0 ? `$(warning) ${plainLabel(notes.join('; '))}` : undefined;
  const description = [`${requestFieldLabel(field)}: ${plainLabel(shown)}`, why, warning].filter(Boolean).join(' · ');
  return { action: field, label: `$(${icon})`, description, alwaysShow: true };
}
