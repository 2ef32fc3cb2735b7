import * as vscode from 'vscode';
import { withField, withoutField, type Draft } from '../domain/draft';
import { gitProviders, type GitProvider } from '../domain/records';
import type { RemoteBranch, RepositoryActions } from '../domain/ports';
import type { Target } from '../domain/target';
import type { Targets } from '../domain/targets';
import { isBranchName } from '../domain/branchName';
import { age } from './age';
import { plainLabel } from './plainLabel';
import { requestFieldLabel } from './requestFieldWords';
import { sheetRequest, type SheetField, type SheetState } from './sheetRows';

/** What there is to choose from. */
export interface FieldChoices {
  readonly targets: Targets;
  readonly actions: Pick<RepositoryActions, 'remoteBranches'>;
}

/** What a question changed; nothing when it was closed. */
export type Edited = Partial<Pick<SheetState, 'draft' | 'surroundings'>>;

/** Asks for a new value of one field. What comes back is what changed; nothing when the question was closed. */
export async function editSheetField(field: SheetField, state: SheetState, choices: FieldChoices): Promise<Edited> {
  switch (field) {
    case 'repository':
      return editRepository(state, choices.targets);
    case 'git_provider':
      return editProvider(state, choices.targets);
    case 'selected_branch':
      return editBranch(state, await branchesOf(state, choices));
  }
}

interface RepositoryItem extends vscode.QuickPickItem {
  readonly target?: Target;
  readonly typed?: true;
}

async function editRepository(state: SheetState, targets: Targets): Promise<Edited> {
  const { draft } = state;
  const open = (await targets.all()).map((target): RepositoryItem => ({
    label: `$(repo) ${plainLabel(target.repository ?? target.root ?? '')}`,
    description: plainLabel([target.remote, target.branch, target.root].filter(Boolean).join(' · ')),
    target,
  }));
  const typed: RepositoryItem = { label: vscode.l10n.t('$(edit) Type a Repository...'), typed: true };
  const none: RepositoryItem = { label: vscode.l10n.t('$(circle-slash) No Repository') };
  const options = { title: requestFieldLabel('repository'), ignoreFocusOut: true };
  const picked = await vscode.window.showQuickPick([...open, typed, none], options);
  if (!picked) return {};
  if (picked.typed) return typeRepository(state);
  const { root, remote } = picked.target ?? {};
  if (root === undefined) return { draft: withField(draft, 'repository', null) };
  const chosen = { root, ...(remote !== undefined && { remote }) };
  return { draft: { ...withoutPlace(draft), chosen }, surroundings: await targets.find(chosen) };
}

async function typeRepository(state: SheetState): Promise<Edited> {
  const typed = await vscode.window.showInputBox({
    title: requestFieldLabel('repository'),
    prompt: vscode.l10n.t("The repository's path on its host, like octocat/Hello-World or group/subgroup/name."),
    value: sheetRequest(state).repository ?? '',
    ignoreFocusOut: true,
    validateInput: (text) =>
      /^[^\s/]+(\/[^\s/]+)+$/.test(text.trim()) ? undefined : vscode.l10n.t('Two or more names with "/" between them.'),
  });
  return typed === undefined ? {} : { draft: withField(withoutPlace(state.draft), 'repository', typed.trim()) };
}

/** Provider and branch were those of another repository. */
function withoutPlace(draft: Draft): Draft {
  return withoutField(withoutField(withoutField(draft, 'repository'), 'git_provider'), 'selected_branch');
}

async function editProvider(state: SheetState, targets: Targets): Promise<Edited> {
  const host = hostOf(state);
  const picked = await askProvider(host);
  if (picked === undefined) return {};
  // The answer holds for the host from now on.
  if (picked !== null && host !== undefined) await targets.rememberProvider(host, picked);
  return { draft: withField(state.draft, 'git_provider', picked) };
}

/** Asks which provider a host belongs to; `null` for none, `undefined` when the question was closed. */
async function askProvider(host: string | undefined): Promise<GitProvider | null | undefined> {
  const names: Readonly<Record<GitProvider, string>> = {
    github: 'GitHub',
    gitlab: 'GitLab',
    bitbucket: 'Bitbucket',
    enterprise_sso: vscode.l10n.t('Enterprise single sign-on'),
  };
  const items = [
    ...gitProviders.map((provider) => ({ label: names[provider], description: provider, provider })),
    { label: vscode.l10n.t('None: the service finds out'), provider: null },
  ];
  const title = host === undefined ? requestFieldLabel('git_provider') : vscode.l10n.t('Git provider of {0}', host);
  return (await vscode.window.showQuickPick(items, { title, ignoreFocusOut: true }))?.provider;
}

/** The host of the repository on the sheet, where it is the one that is open here. */
function hostOf(state: SheetState): string | undefined {
  const target = state.surroundings?.target;
  return target?.repository === sheetRequest(state).repository ? target?.host : undefined;
}

interface BranchItem extends vscode.QuickPickItem {
  readonly branch: string | null;
}

async function branchesOf(state: SheetState, { actions }: FieldChoices): Promise<readonly RemoteBranch[]> {
  const { root, remote, repository } = state.surroundings?.target ?? {};
  if (root === undefined || remote === undefined || sheetRequest(state).repository !== repository) return [];
  return actions.remoteBranches(root, remote);
}

/** The branches of the remote, newest first; what is typed is taken as a name of its own. */
async function editBranch(state: SheetState, branches: readonly RemoteBranch[]): Promise<Edited> {
  const now = Date.now();
  const known = branches.map(({ name, committedAt }): BranchItem => ({
    label: `$(git-branch) ${plainLabel(name)}`,
    description: age(committedAt, now),
    branch: name,
  }));
  const byDefault = { label: vscode.l10n.t('$(circle-slash) The Default Branch'), branch: null };
  const branch = await pickBranch(sheetRequest(state).selected_branch, [...known, byDefault]);
  return branch === undefined ? {} : { draft: withField(state.draft, 'selected_branch', branch) };
}

async function pickBranch(
  current: string | undefined,
  items: readonly BranchItem[],
): Promise<string | null | undefined> {
  const pick = vscode.window.createQuickPick<BranchItem>();
  pick.title = requestFieldLabel('selected_branch');
  pick.placeholder = vscode.l10n.t("The branch's name on the remote");
  pick.ignoreFocusOut = true;
  const fill = (typed: string) => (pick.items = [...typedBranch(typed, items), ...items]);
  try {
    return await new Promise((resolve) => {
      pick.onDidChangeValue((text) => fill(text.trim()));
      pick.onDidHide(() => resolve(undefined));
      pick.onDidAccept(() => {
        const [item] = pick.activeItems;
        if (item && (item.branch === null || isBranchName(item.branch))) resolve(item.branch);
      });
      fill('');
      pick.activeItems = items.filter(({ branch }) => branch === current);
      pick.show();
    });
  } finally {
    pick.dispose();
  }
}

/** A row for a name that the list does not have. */
function typedBranch(typed: string, items: readonly BranchItem[]): BranchItem[] {
  if (typed === '' || items.some(({ branch }) => branch === typed)) return [];
  return isBranchName(typed)
    ? [{ label: vscode.l10n.t('$(edit) Use "{0}"', plainLabel(typed)), branch: typed, alwaysShow: true }]
    : [{ label: vscode.l10n.t('$(error) Git does not allow this name for a branch'), branch: typed, alwaysShow: true }];
}
