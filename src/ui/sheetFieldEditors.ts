import * as vscode from 'vscode';
import { withField, withoutField, type Draft } from '../domain/draft';
import { gitProviders, type GitProvider } from '../domain/records';
import type { Target } from '../domain/target';
import { plainLabel } from './plainLabel';
import { requestFieldLabel } from './requestFieldWords';
import { sheetRequest, type SheetField, type SheetState } from './sheetRows';

/** What there is to choose from. */
export interface FieldChoices {
  /** The target of each repository that is open here. */
  targets(): Promise<readonly Target[]>;
}

type Edited = Partial<Pick<SheetState, 'draft' | 'target'>>;

/** Asks for a new value of one field. What comes back is what changed; nothing when the question was closed. */
export async function editSheetField(field: SheetField, state: SheetState, choices: FieldChoices): Promise<Edited> {
  switch (field) {
    case 'repository':
      return editRepository(state, await choices.targets());
    case 'git_provider':
      return editProvider(state);
    case 'selected_branch':
      return editBranch(state);
  }
}

interface RepositoryItem extends vscode.QuickPickItem {
  readonly edited?: Edited;
  readonly typed?: true;
}

async function editRepository(state: SheetState, targets: readonly Target[]): Promise<Edited> {
  const { draft } = state;
  const open = targets.map((target): RepositoryItem => ({
    label: `$(repo) ${plainLabel(target.repository ?? target.root ?? '')}`,
    description: plainLabel([target.branch, target.root].filter(Boolean).join(' · ')),
    // Provider and branch go back to what the repository says: they were another's.
    edited: { draft: withDefaults(draft), target: { ...target, reason: 'chosen' } },
  }));
  const picked = await vscode.window.showQuickPick<RepositoryItem>(
    [
      ...open,
      { label: vscode.l10n.t('$(edit) Type a Repository...'), typed: true },
      {
        label: vscode.l10n.t('$(circle-slash) No Repository'),
        edited: { draft: withField(draft, 'repository', null) },
      },
    ],
    { title: requestFieldLabel('repository'), ignoreFocusOut: true },
  );
  return picked?.typed ? typeRepository(state) : (picked?.edited ?? {});
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
  return typed === undefined ? {} : { draft: withField(withDefaults(state.draft), 'repository', typed.trim()) };
}

function withDefaults(draft: Draft): Draft {
  return withoutField(withoutField(withoutField(draft, 'repository'), 'git_provider'), 'selected_branch');
}

async function editProvider({ draft }: SheetState): Promise<Edited> {
  const none = vscode.l10n.t('None: the service finds out');
  const names: Readonly<Record<GitProvider, string>> = {
    github: 'GitHub',
    gitlab: 'GitLab',
    bitbucket: 'Bitbucket',
    enterprise_sso: vscode.l10n.t('Enterprise single sign-on'),
  };
  const items = [
    ...gitProviders.map((provider) => ({ label: names[provider], description: provider, provider })),
    { label: none, provider: null },
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: requestFieldLabel('git_provider'),
    ignoreFocusOut: true,
  });
  return picked ? { draft: withField(draft, 'git_provider', picked.provider) } : {};
}

async function editBranch(state: SheetState): Promise<Edited> {
  const typed = await vscode.window.showInputBox({
    title: requestFieldLabel('selected_branch'),
    prompt: vscode.l10n.t("The branch's name on the remote. Empty for the default branch."),
    value: sheetRequest(state).selected_branch ?? '',
    ignoreFocusOut: true,
    validateInput: (text) =>
      isBranchName(text.trim()) ? undefined : vscode.l10n.t('Git does not allow this name for a branch.'),
  });
  if (typed === undefined) return {};
  return { draft: withField(state.draft, 'selected_branch', typed.trim() === '' ? null : typed.trim()) };
}

/** The rules of git-check-ref-format for the name of a branch; empty is "no branch". */
function isBranchName(name: string): boolean {
  if (name === '') return true;
  if (/[\p{Cc}\s~^:?*[\\]|\.\.|@\{|\/\/|^[-/]|[/.]$/u.test(name) || name === '@') return false;
  return name.split('/').every((part) => !part.startsWith('.') && !part.endsWith('.lock'));
}
