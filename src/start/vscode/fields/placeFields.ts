import * as vscode from 'vscode';
import { withChosenRepository, withField, withoutPlace, type Draft } from '../../../draft/draft';
import type { Target } from '../../../repository/target';
import type { Targets } from '../../../repository/targets';
import type { GitProvider } from '../../../client/records';
import { plainLabel } from '../../../base/text';
import {
  noProvider,
  providerChoices,
  reasonLabels,
  refuseRepository,
} from '../../../repository/vscode/repositoryLabels';
import { requestFieldTitle } from '../../../service/vscode/errors/fieldLabels';
import { providerLabel } from '../../../service/vscode/gitProviderLabels';
import {
  apiOf,
  sheetRequest,
  type SheetChange,
  type SheetPorts,
  type SheetState,
  type FieldOnSheet,
} from '../sheet/sheetState';
import { isBranchName } from '../../../repository/repository';
import { waitForGit } from '../../../repository/vscode/waitForGit';
import type { ListedBranches } from '../../../repository/remoteBranches';
import { formatAge } from '../../../base/vscode/units';
import { askChoice, type Choice } from '../../../base/vscode/questions';
import { showInputBox, showQuickPick } from '../../../base/vscode/quickInputs';

export const repositoryField: FieldOnSheet<'repository'> = {
  icon: 'repo',
  whenUnset: () => vscode.l10n.t({ message: 'none', comment: 'A field of the request that has no value' }),
  value: (repository, { targetContext }, { git_provider: provider }) => {
    const { repository: targetRepository, reason } = targetContext?.target ?? {};
    const name = provider === undefined ? repository : `${repository} (${providerLabel(provider)})`;
    return repository === targetRepository && reason ? `${name} · ${reasonLabels[reason]()}` : name;
  },
  edit: editRepository,
};

interface RepositoryItem extends vscode.QuickPickItem {
  readonly target?: Target;
  readonly asks?: (state: SheetState, ports: Pick<SheetPorts, 'targets'>) => Promise<SheetChange>;
}

/** Asks for an open repository, another one by its path, or none. Also offers to change the repository's provider. */
export async function editRepository(state: SheetState, ports: Pick<SheetPorts, 'targets'>): Promise<SheetChange> {
  const { targets } = ports;
  const known = await waitForGit(() => targets.all());
  if (!known) return {};
  const options = {
    title: requestFieldTitle('repository'),
    placeHolder: vscode.l10n.t('Select a repository, or enter its path on its host'),
    ignoreFocusOut: true,
  };
  const items = repositoryItems(known, state);
  const picked = await showQuickPick(items, options, namedRepository, shownItem(items, state));
  if (!picked) return {};
  if (picked.asks) return picked.asks(state, ports);
  const { root, remote } = picked.target ?? {};
  // Without a repository, neither provider nor branch make sense.
  if (root === undefined) return { edit: (draft) => withField(withoutPlace(draft), 'repository', null) };
  const chosen = { root, ...(remote !== undefined && { remote }) };
  const targetContext = await waitForGit(() => targets.find(chosen));
  return targetContext ? { edit: (draft) => ({ ...withoutPlace(draft), chosen }), targetContext } : {};
}

function repositoryItems(open: readonly Target[], state: SheetState): readonly RepositoryItem[] {
  const typed: RepositoryItem = {
    iconPath: new vscode.ThemeIcon('edit'),
    label: vscode.l10n.t('Enter Repository...'),
    asks: typeRepository,
  };
  const none: RepositoryItem = {
    iconPath: new vscode.ThemeIcon('circle-slash'),
    label: vscode.l10n.t('No Repository'),
  };
  const provider: RepositoryItem = {
    iconPath: new vscode.ThemeIcon('cloud'),
    label: vscode.l10n.t('Select Git Provider...'),
    asks: editProvider,
  };
  return [...open.map(openItem), typed, none, ...(sheetRequest(state).repository === undefined ? [] : [provider])];
}

/** The item for what the sheet shows: Enter doesn't change it. */
function shownItem(items: readonly RepositoryItem[], state: SheetState): RepositoryItem | undefined {
  const { repository } = state.draft.fields;
  const open = items.find(({ target }) => target && isOnSheet(target, state));
  if (open || repository === undefined) return open;
  return items.find(({ target, asks }) => !target && asks === (repository === null ? undefined : typeRepository));
}

function isOnSheet({ root, remote, repository }: Target, state: SheetState): boolean {
  const { target } = state.targetContext ?? {};
  return target?.root === root && target?.remote === remote && sheetRequest(state).repository === repository;
}

function openItem(target: Target): RepositoryItem {
  return {
    iconPath: new vscode.ThemeIcon('repo'),
    label: plainLabel(target.repository ?? target.root ?? ''),
    description: plainLabel([target.remote, target.branch, target.root].filter(Boolean).join(' · ')),
    target,
  };
}

function namedRepository(text: string): RepositoryItem {
  return refuseRepository(text) === undefined
    ? {
        iconPath: new vscode.ThemeIcon('edit'),
        label: vscode.l10n.t('Use "{0}"', plainLabel(text)),
        asks: (state, ports) => nameRepository(text, state, ports),
      }
    : {
        iconPath: new vscode.ThemeIcon('error'),
        label: vscode.l10n.t('Not a repository path such as owner/name'),
        asks: () => Promise.resolve({}),
      };
}

/** The repository may be open in this window. */
async function nameRepository(
  repository: string,
  { draft: { chosen } }: SheetState,
  { targets }: Pick<SheetPorts, 'targets'>,
): Promise<SheetChange> {
  const targetContext = await waitForGit(() => targets.find(chosen, { repository }));
  const edit = (draft: Draft) => withField(withoutPlace(draft), 'repository', repository);
  return { edit, ...(targetContext && { targetContext }) };
}

async function typeRepository(state: SheetState, ports: Pick<SheetPorts, 'targets'>): Promise<SheetChange> {
  const typed = await showInputBox({
    title: requestFieldTitle('repository'),
    prompt: vscode.l10n.t('Path of the repository on its host, such as octocat/Hello-World or group/subgroup/name.'),
    value: sheetRequest(state).repository ?? '',
    validateInput: (text) => refuseRepository(text.trim()),
  });
  return typed === undefined ? {} : nameRepository(typed.trim(), state, ports);
}

export const providerField: FieldOnSheet<'git_provider'> = {
  icon: 'cloud',
  value: providerLabel,
  edit: editProvider,
};

async function editProvider(state: SheetState, { targets }: Pick<SheetPorts, 'targets'>): Promise<SheetChange> {
  const picked = await chooseProvider(state, targets);
  return picked === undefined
    ? {}
    : { edit: (draft) => withField(inShownRepository(draft, state), 'git_provider', picked) };
}

/**
 * Prompts for the provider of the repository on the sheet. The answer is remembered for its host.
 * @returns `null` for none, `undefined` if the prompt was closed
 */
export async function chooseProvider(state: SheetState, targets: Targets): Promise<GitProvider | null | undefined> {
  const host = hostOf(state);
  const { git_provider: current = sheetRequest(state).git_provider } = state.draft.fields;
  const picked = await askChoice<GitProvider | null>({
    title: host === undefined ? requestFieldTitle('git_provider') : vscode.l10n.t('Git Provider for {0}', host),
    placeholder: vscode.l10n.t('Git provider of the repository'),
    choices: [...providerChoices(apiOf(state).start.gitProviders), noProvider()],
    current,
  });
  if (picked && host !== undefined) await targets.rememberProvider(host, picked);
  return picked;
}

function hostOf(state: SheetState): string | undefined {
  const target = state.targetContext?.target;
  return target?.repository === sheetRequest(state).repository ? target?.host : undefined;
}

export const branchField: FieldOnSheet<'selected_branch'> = {
  icon: 'git-branch',
  whenUnset: () => vscode.l10n.t({ message: 'default', comment: 'The branch that the remote has by default' }),
  value: (branch, { targetContext }, { repository }) => {
    const { target } = targetContext ?? {};
    const localBranch = target?.repository === repository && target?.branch === branch ? target.localBranch : undefined;
    return localBranch !== undefined && localBranch !== branch
      ? vscode.l10n.t({
          message: '{0} · local branch {1}',
          args: [branch, localBranch],
          comment: "A branch's name on the remote, and the name of the local branch that belongs to it",
        })
      : branch;
  },
  edit: editBranch,
};

async function branchesOf(state: SheetState, { workspace }: SheetPorts): Promise<ListedBranches> {
  const { root, remote, repository } = state.targetContext?.target ?? {};
  if (root === undefined || remote === undefined || sheetRequest(state).repository !== repository)
    return { branches: [], areAll: false };
  return (await workspace.repositoryActions()).remoteBranches({ root, remote });
}

/** The name of a branch; `null` for the default branch. */
type Branch = string | null | undefined;

/** Asks for a branch of the remote, newest first, or the name of another one. */
async function editBranch(state: SheetState, ports: SheetPorts): Promise<SheetChange> {
  const now = Date.now();
  const listed = await waitForGit(() => branchesOf(state, ports));
  if (!listed) return {};
  const { branches, areAll } = listed;
  const known = branches.map(({ name, committedAt }): Choice<Branch> => ({
    iconPath: new vscode.ThemeIcon('git-branch'),
    label: plainLabel(name),
    ...(committedAt !== undefined && { description: formatAge(committedAt, now) }),
    value: name,
  }));
  const branch = await askChoice<Branch>({
    title: requestFieldTitle('selected_branch'),
    placeholder: vscode.l10n.t('Select a branch, or enter its name on the remote'),
    choices: [
      ...known,
      { iconPath: new vscode.ThemeIcon('circle-slash'), label: vscode.l10n.t('Default Branch'), value: null },
    ],
    current: sheetRequest(state).selected_branch ?? null,
    typed: (name) => typedBranch(name, areAll),
  });
  return branch === undefined
    ? {}
    : { edit: (draft) => withField(inShownRepository(draft, state), 'selected_branch', branch) };
}

/**
 * The draft with a fixed choice of the open repository that the sheet shows, before a provider or a branch is chosen for it.
 * If the draft is opened again while another repository's file is active, they would be sent with that one.
 */
function inShownRepository(draft: Draft, { targetContext }: SheetState): Draft {
  return draft.fields.repository === undefined ? withChosenRepository(draft, targetContext) : draft;
}

/**
 * The item for text that is typed in the list. An invalid name changes nothing.
 * @param areAllListed false if the name may well be that of another branch of the remote
 */
function typedBranch(name: string, areAllListed: boolean): Choice<Branch> {
  if (!isBranchName(name)) {
    const label = vscode.l10n.t('Not a valid Git branch name');
    return { iconPath: new vscode.ThemeIcon('error'), label, value: undefined };
  }
  return {
    iconPath: new vscode.ThemeIcon('edit'),
    label: vscode.l10n.t('Use "{0}"', plainLabel(name)),
    ...(areAllListed && { description: vscode.l10n.t('not on the remote, as of the last fetch') }),
    value: name,
  };
}
