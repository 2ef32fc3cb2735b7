import * as vscode from 'vscode';
import { withAttachment, withField } from '../../domain/draft';
import { fixesOf, type Fix, type Warning } from '../../domain/preflight';
import { readChanges } from '../readChanges';
import { fieldEditors } from './fields/fieldEditors';
import { answerMcp } from './fields/mcpField';
import { mergeSavedMcp } from './mergeSavedMcp';
import { applyRequestFix } from './requestFixes';
import type { Edited, SheetPorts, SheetState } from './sheetState';
import { fixLabel, warningWords } from '../warningWords';

/** Offers what can be done about a warning, does what is chosen, and returns what changed on the sheet by it. */
export async function fixWarning(warning: Warning, state: SheetState, ports: SheetPorts): Promise<Edited> {
  // There is one thing to do: it asks by itself.
  if (warning.kind === 'mcpUnanswered') return answerMcp(state, ports);
  const picked = await vscode.window.showQuickPick(
    fixesOf(warning).map((fix) => ({ label: fixLabel(fix), fix })),
    { title: warningWords(warning), ignoreFocusOut: true },
  );
  return picked ? applyFix(picked.fix, warning, state, ports) : {};
}

async function applyFix(fix: Fix, warning: Warning, state: SheetState, ports: SheetPorts): Promise<Edited> {
  switch (fix) {
    case 'publish':
    case 'push':
    case 'fetch':
      return withRepository(fix, state, ports);
    case 'attachChanges':
      return attachChanges(state, ports);
    case 'chooseRepository':
      return fieldEditors.repository(state, ports);
    case 'chooseProvider':
      return fieldEditors.git_provider(state, ports);
    case 'chooseBranch':
      return fieldEditors.selected_branch(state, ports);
    case 'openService':
      await vscode.env.openExternal(vscode.Uri.parse(ports.serviceUrl, true));
      return {};
    case 'setAgain':
      return warning.kind === 'notKept' ? fieldEditors[warning.field](state, ports) : {};
    case 'goWithout':
      return warning.kind === 'notKept' ? { draft: withField(state.draft, warning.field, null) } : {};
    case 'mergeSavedMcp':
      return mergeSavedMcp(state, ports);
    case 'answerMcp':
      return answerMcp(state, ports);
    default:
      return applyRequestFix(fix, state);
  }
}

/** The editor's Git shows its own questions and errors; afterwards the target says how things stand now. */
async function withRepository(
  action: 'publish' | 'push' | 'fetch',
  state: SheetState,
  ports: SheetPorts,
): Promise<Edited> {
  const target = state.surroundings?.target;
  if (target?.root === undefined) return {};
  await ports.actions[action](target.root);
  return { surroundings: await ports.targets.again(target) };
}

async function attachChanges({ surroundings, draft }: SheetState, { actions }: SheetPorts): Promise<Edited> {
  if (surroundings?.target.root === undefined) return {};
  const attachment = await readChanges(surroundings.target, actions);
  if (attachment) return { draft: withAttachment(draft, attachment) };
  void vscode.window.showInformationMessage(vscode.l10n.t('There are no changes to put into the message.'));
  return {};
}
