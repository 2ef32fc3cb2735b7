import * as vscode from 'vscode';
import { withField } from '../../../domain/draft';
import { gitProviders, type GitProvider } from '../../../domain/records';
import { requestFieldLabel } from '../../requestFieldWords';
import { sheetRequest, type Edited, type SheetPorts, type SheetState } from '../sheetState';

export async function editProvider(state: SheetState, { targets }: SheetPorts): Promise<Edited> {
  const host = hostOf(state);
  const picked = await askProvider(host);
  if (picked === undefined) return {};
  // The answer holds for the host from now on.
  if (picked !== null && host !== undefined) await targets.rememberProvider(host, picked);
  return { draft: withField(state.draft, 'git_provider', picked) };
}

/** Asks which provider a host belongs to; `null` for none, `undefined` when the question was closed. */
export async function askProvider(host: string | undefined): Promise<GitProvider | null | undefined> {
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
