import * as vscode from 'vscode';
import { withField, withoutPlace } from '../../../draft/common/draft';
import type { Target } from '../../../repository/common/target';
import { plainLabel } from '../../../base/common/text';
import { refuseRepository, reasonLabel } from '../../../repository/vscode/repositoryLabels';
import { requestFieldLabel } from '../../../service/vscode/errors/fieldLabels';
import { sheetRequest, type Edited, type SheetPorts, type SheetState } from '../sheet/sheetState';
import type { RequestField } from './requestFields';

export const repositoryField: RequestField<'repository'> = {
  icon: 'repo',
  isOfWorkspace: true,
  value: (repository, { surroundings }) => {
    const { repository: ofTarget, reason } = surroundings?.target ?? {};
    return repository === ofTarget && reason ? `${repository} · ${reasonLabel(reason)}` : repository;
  },
  edit: editRepository,
};

interface RepositoryItem extends vscode.QuickPickItem {
  readonly target?: Target;
  readonly typed?: true;
}

/** One of the repositories that are open, another one by its name, or none. */
export async function editRepository(state: SheetState, { targets }: Pick<SheetPorts, 'targets'>): Promise<Edited> {
  const { draft } = state;
  const open = (await targets.all()).map((target): RepositoryItem => ({
    label: `$(repo) ${plainLabel(target.repository ?? target.root ?? '')}`,
    description: plainLabel([target.remote, target.branch, target.root].filter(Boolean).join(' · ')),
    target,
  }));
  const typed: RepositoryItem = { label: vscode.l10n.t('$(edit) Enter Repository...'), typed: true };
  const none: RepositoryItem = { label: vscode.l10n.t('$(circle-slash) No Repository') };
  const options = { title: requestFieldLabel('repository'), ignoreFocusOut: true };
  const picked = await vscode.window.showQuickPick([...open, typed, none], options);
  if (!picked) return {};
  if (picked.typed) return typeRepository(state);
  const { root, remote } = picked.target ?? {};
  // What was said of a repository does not hold without one.
  if (root === undefined) return { draft: withField(withoutPlace(draft), 'repository', null) };
  const chosen = { root, ...(remote !== undefined && { remote }) };
  return { draft: { ...withoutPlace(draft), chosen }, surroundings: await targets.find(chosen) };
}

async function typeRepository(state: SheetState): Promise<Edited> {
  const typed = await vscode.window.showInputBox({
    title: requestFieldLabel('repository'),
    prompt: vscode.l10n.t('Path of the repository on its host, such as octocat/Hello-World or group/subgroup/name.'),
    value: sheetRequest(state).repository ?? '',
    ignoreFocusOut: true,
    validateInput: (text) => refuseRepository(text.trim()),
  });
  return typed === undefined ? {} : { draft: withField(withoutPlace(state.draft), 'repository', typed.trim()) };
}
