import * as vscode from 'vscode';
import { withAttachment } from '../../domain/draft';
import { changesAttachment } from '../../domain/localChanges';
import { fixesOf, type Fix, type Warning } from '../../domain/preflight';
import { ExplainedError, showLog } from '../explanation';
import { fieldEditors } from './fields/fieldEditors';
import type { Edited, SheetPorts, SheetState } from './sheetState';
import { fixLabel, warningWords } from '../warningWords';
import { withProgress } from '../withProgress';

/** Offers what can be done about a warning, does what is chosen, and returns what changed on the sheet by it. */
export async function fixWarning(warning: Warning, state: SheetState, ports: SheetPorts): Promise<Edited> {
  const picked = await vscode.window.showQuickPick(
    fixesOf(warning).map((fix) => ({ label: fixLabel(fix), fix })),
    { title: warningWords(warning), ignoreFocusOut: true },
  );
  return picked ? applyFix(picked.fix, state, ports) : {};
}

async function applyFix(fix: Fix, state: SheetState, ports: SheetPorts): Promise<Edited> {
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
  const { root, upstream } = surroundings?.target ?? {};
  if (root === undefined) return {};
  const title = vscode.l10n.t('Reading the changes...');
  const changes = await withProgress(title, () => actions.localChanges(root, upstream)).catch((error: unknown) => {
    throw new ExplainedError(
      vscode.l10n.t('The changes cannot be put into the message: Git could not read them, or they are too large.'),
      showLog(),
      error,
    );
  });
  const attachment = changesAttachment(changes);
  if (attachment) return { draft: withAttachment(draft, attachment) };
  void vscode.window.showInformationMessage(vscode.l10n.t('There are no changes to put into the message.'));
  return {};
}
