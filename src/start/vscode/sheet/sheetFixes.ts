import * as vscode from 'vscode';
import { neverSent, withAttachment, withField, type Draft, type NotKeptField } from '../../../draft/common/draft';
import { fixesOf, type Fix, type Warning } from '../../common/preflight';
import { withoutNotKept } from '../../../draft/common/startAgain';
import { readChanges } from '../../../draft/vscode/readChanges';
import { fieldEditors } from '../fields/fieldEditors';
import { answerMcp } from '../fields/mcpField';
import { mergeSavedMcp } from './mergeSavedMcp';
import { applyRequestFix } from './requestFixes';
import { openInBrowser } from '../../../base/vscode/openInBrowser';
import type { Edited, SheetPorts, SheetState } from './sheetState';
import { withTarget } from './withTarget';
import { fixLabel, warningWords } from '../warningWords';
import { plainNotification } from '../../../base/common/text';
import { withProgress } from '../../../base/vscode/withProgress';

/** Offers what can be done about a warning, does what is chosen, and returns what changed on the sheet by it. */
export async function fixWarning(warning: Warning, state: SheetState, ports: SheetPorts): Promise<Edited> {
  // There is one thing to do: it asks by itself.
  if (warning.kind === 'mcpUnanswered') return answerMcp(state, ports);
  if (warning.kind === 'mcpLoss') return fieldEditors.mcp_config(state, ports);
  const picked = await vscode.window.showQuickPick(
    fixesOf(warning).map((fix) => ({ label: fixLabel(fix), fix })),
    {
      title: plainNotification(warningWords(warning)),
      placeHolder: vscode.l10n.t('What do you want to do?'),
      ignoreFocusOut: true,
    },
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
      await openService(warning, ports);
      return {};
    case 'forgetStart':
      return { draft: neverSent(state.draft) };
    case 'readSettings':
      await withProgress(vscode.l10n.t('Reading the settings...'), (signal) => ports.settings.load(signal));
      return {};
    case 'setAgain':
      return warning.kind === 'notKept' ? setAgain(warning.field, state, ports) : {};
    case 'goWithout':
      return warning.kind === 'notKept' ? { draft: goWithout(warning.field, state.draft) } : {};
    case 'mergeSavedMcp':
      return mergeSavedMcp(state, ports);
    case 'chooseMcp':
      return fieldEditors.mcp_config(state, ports);
    case 'answerMcp':
      return answerMcp(state, ports);
    default:
      return applyRequestFix(fix, state);
  }
}

/** What may be running is where it was sent. */
async function openService(warning: Warning, { serviceUrl }: SheetPorts): Promise<void> {
  const address = warning.kind === 'mayRun' ? warning.baseUrl : serviceUrl;
  await openInBrowser(address);
}

/** A message that was cut is written to its end where there is room for it. */
async function setAgain(field: NotKeptField, state: SheetState, ports: SheetPorts): Promise<Edited> {
  if (field !== 'initial_user_msg') return fieldEditors[field](state, ports);
  await ports.writeInEditor(withTarget({ ...state, draft: withoutNotKept(state.draft, field) }));
  return { leaves: true };
}

/** Of a message that was cut, what is left is sent. */
function goWithout(field: NotKeptField, draft: Draft): Draft {
  return field === 'initial_user_msg' ? withoutNotKept(draft, field) : withField(draft, field, null);
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
  const attachment = await readChanges(surroundings?.target, actions);
  return attachment ? { draft: withAttachment(draft, attachment) } : {};
}
