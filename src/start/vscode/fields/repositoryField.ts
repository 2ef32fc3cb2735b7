import * as vscode from 'vscode';
import { withField, withoutPlace } from '../../../draft/common/draft';
import type { Target } from '../../../repository/common/target';
import { plainLabel } from '../../../base/common/text';
import { refuseRepository, reasonLabel } from '../../../repository/vscode/repositoryLabels';
import { providerLabel, requestFieldTitle } from '../../../service/vscode/errors/fieldLabels';
import { sheetRequest, type Edited, type SheetPorts, type SheetState } from '../sheet/sheetState';
import { editProvider } from './providerField';
import type { RequestField } from './requestFields';

export const repositoryField: RequestField<'repository'> = {
  icon: 'repo',
  whenUnset: () => vscode.l10n.t({ message: 'none', comment: 'A field of the request that has no value' }),
  value: (repository, { surroundings }, { git_provider: provider }) => {
    const { repository: ofTarget, reason } = surroundings?.target ?? {};
    const name = provider === undefined ? repository : `${repository} (${providerLabel(provider)})`;
    return repository === ofTarget && reason ? `${name} · ${reasonLabel(reason)}` : name;
  },
  edit: editRepository,
};

interface RepositoryItem extends vscode.QuickPickItem {
  readonly target?: Target;
  readonly asks?: (state: SheetState, ports: Pick<SheetPorts, 'targets'>) => Promise<Edited>;
}

/** An open repository, another one by its name, or none; or the provider of the one on the sheet. */
export async function editRepository(state: SheetState, ports: Pick<SheetPorts, 'targets'>): Promise<Edited> {
  const { draft } = state;
  const { targets } = ports;
  const open = (await targets.all()).map((target): RepositoryItem => ({
    label: `$(repo) ${plainLabel(target.repository ?? target.root ?? '')}`,
    description: plainLabel([target.remote, target.branch, target.root].filter(Boolean).join(' · ')),
    target,
  }));
  const typed: RepositoryItem = { label: vscode.l10n.t('$(edit) Enter Repository...'), asks: typeRepository };
  const provider: RepositoryItem = { label: vscode.l10n.t('$(cloud) Select Git Provider...'), asks: editProvider };
  const none: RepositoryItem = { label: vscode.l10n.t('$(circle-slash) No Repository') };
  const options = { title: requestFieldTitle('repository'), ignoreFocusOut: true };
  const about = sheetRequest(state).repository === undefined ? [] : [provider];
  const picked = await vscode.window.showQuickPick([...open, typed, none, ...about], options);
  if (!picked) return {};
  if (picked.asks) return picked.asks(state, ports);
  const { root, remote } = picked.target ?? {};
  // Choices for a repository don't apply without one.
  if (root === undefined) return { draft: withField(withoutPlace(draft), 'repository', null) };
  const chosen = { root, ...(remote !== undefined && { remote }) };
  return { draft: { ...withoutPlace(draft), chosen }, surroundings: await targets.find(chosen) };
}

async function typeRepository(state: SheetState): Promise<Edited> {
  const typed = await vscode.window.showInputBox({
    title: requestFieldTitle('repository'),
    prompt: vscode.l10n.t('Path of the repository on its host, such as octocat/Hello-World or group/subgroup/name.'),
    value: sheetRequest(state).repository ?? '',
    ignoreFocusOut: true,
    validateInput: (text) => refuseRepository(text.trim()),
  });
  return typed === undefined ? {} : { draft: withField(withoutPlace(state.draft), 'repository', typed.trim()) };
}
