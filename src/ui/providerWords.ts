import { l10n } from 'vscode';
import { gitProviders, type GitProvider } from '../domain/records';

/** The providers as rows to choose from: the name people know, and the interface's beside it. */
export function providerChoices(): readonly {
  readonly label: string;
  readonly description: string;
  readonly value: GitProvider;
}[] {
  const names: Readonly<Record<GitProvider, string>> = {
    github: 'GitHub',
    gitlab: 'GitLab',
    bitbucket: 'Bitbucket',
    enterprise_sso: l10n.t('Enterprise single sign-on'),
  };
  return gitProviders.map((value) => ({ label: names[value], description: value, value }));
}

/** The row for those who leave it to the service. */
export function noProviderChoice(): { readonly label: string; readonly value: null } {
  return { label: l10n.t('None: the service finds out'), value: null };
}
