import * as vscode from 'vscode';
import { withField, withoutPlace } from '../../../draft/draft';
import type { Target } from '../../../repository/target';
import type { Targets } from '../../../repository/targets';
import type { GitProvider } from '../../../client/records';
import { plainLabel, plainNotification } from '../../../base/text';
import {
  noProviderChoice,
  providerChoices,
  refuseRepository,
  reasonLabel,
} from '../../../repository/vscode/repositoryLabels';
import { providerLabel, requestFieldTitle } from '../../../service/vscode/errors/fieldLabels';
import {
  dialectOf,
  sheetRequest,
  type Edited,
  type SheetPorts,
  type SheetState,
  type FieldOnSheet,
} from '../sheet/sheetState';

export const repositoryField: FieldOnSheet<'repository'> = {
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
  if (root === undefined) return { edit: (draft) => withField(withoutPlace(draft), 'repository', null) };
  const chosen = { root, ...(remote !== undefined && { remote }) };
  return { edit: (draft) => ({ ...withoutPlace(draft), chosen }), surroundings: await targets.find(chosen) };
}

async function typeRepository(state: SheetState): Promise<Edited> {
  const typed = await vscode.window.showInputBox({
    title: requestFieldTitle('repository'),
    prompt: vscode.l10n.t('Path of the repository on its host, such as octocat/Hello-World or group/subgroup/name.'),
    value: sheetRequest(state).repository ?? '',
    ignoreFocusOut: true,
    validateInput: (text) => refuseRepository(text.trim()),
  });
  return typed === undefined ? {} : { edit: (draft) => withField(withoutPlace(draft), 'repository', typed.trim()) };
}

export const providerField: FieldOnSheet<'git_provider'> = {
  icon: 'cloud',
  value: providerLabel,
  edit: editProvider,
};

async function editProvider(state: SheetState, { targets }: Pick<SheetPorts, 'targets'>): Promise<Edited> {
  const picked = await chooseProvider(state, targets);
  return picked === undefined ? {} : { edit: (draft) => withField(draft, 'git_provider', picked) };
}

/**
 * Prompts for the provider of the repository on the sheet; the answer applies to its host from now on.
 * @returns `null` for none, `undefined` when the prompt was closed
 */
export async function chooseProvider(state: SheetState, targets: Targets): Promise<GitProvider | null | undefined> {
  const host = hostOf(state);
  const title =
    host === undefined
      ? requestFieldTitle('git_provider')
      : plainNotification(vscode.l10n.t('Git Provider for {0}', host));
  const choices = [...providerChoices(dialectOf(state)), noProviderChoice()];
  const picked = (await vscode.window.showQuickPick(choices, { title, ignoreFocusOut: true }))?.value;
  if (picked && host !== undefined) await targets.rememberProvider(host, picked);
  return picked;
}

/** The host of the repository on the sheet, if that is the open one. */
function hostOf(state: SheetState): string | undefined {
  const target = state.surroundings?.target;
  return target?.repository === sheetRequest(state).repository ? target?.host : undefined;
}
