import { l10n } from 'vscode';
import { gitProviders, type GitProvider } from '../../client/common/records';
import { providerName } from '../../service/vscode/errors/fieldLabels';

/** The providers as rows to choose from: the name people know, and the interface's beside it. */
export function providerChoices(): readonly {
  readonly label: string;
  readonly description: string;
  readonly value: GitProvider;
}[] {
  return gitProviders.map((value) => ({ label: providerName(value) ?? value, description: value, value }));
}

/** The row for those who leave it to the service. */
export function noProviderChoice(): { readonly label: string; readonly value: null } {
  return { label: l10n.t('None: the service finds out'), value: null };
}
