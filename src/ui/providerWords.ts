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
