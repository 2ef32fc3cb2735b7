import * as vscode from 'vscode';
import { withField } from '../../../draft/common/draft';
import type { GitProvider } from '../../../client/common/records';
import type { Targets } from '../../../repository/common/targets';
import { noProviderChoice, providerChoices } from '../../../repository/vscode/repositoryLabels';
import { providerLabel, requestFieldTitle } from '../../../service/vscode/errors/fieldLabels';
import { sheetRequest, type Edited, type SheetPorts, type SheetState } from '../sheet/sheetState';
import { plainNotification } from '../../../base/common/text';
import type { RequestField } from './requestFields';

export const providerField: RequestField<'git_provider'> = {
  icon: 'cloud',
  value: providerLabel,
  edit: editProvider,
};

export async function editProvider(state: SheetState, { targets }: Pick<SheetPorts, 'targets'>): Promise<Edited> {
  const picked = await chooseProvider(state, targets);
  return picked === undefined ? {} : { draft: withField(state.draft, 'git_provider', picked) };
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
  const choices = [...providerChoices(), noProviderChoice()];
  const picked = (await vscode.window.showQuickPick(choices, { title, ignoreFocusOut: true }))?.value;
  if (picked && host !== undefined) await targets.rememberProvider(host, picked);
  return picked;
}

/** The host of the repository on the sheet, if that is the open one. */
function hostOf(state: SheetState): string | undefined {
  const target = state.surroundings?.target;
  return target?.repository === sheetRequest(state).repository ? target?.host : undefined;
}
