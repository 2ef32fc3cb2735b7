import { l10n } from 'vscode';

/** The name people know a provider of the interface by; `undefined` for any other. */
export function providerName(provider: string): string | undefined {
  switch (provider) {
    case 'github':
      return 'GitHub';
    case 'gitlab':
      return 'GitLab';
    case 'bitbucket':
      return 'Bitbucket';
    case 'enterprise_sso':
      return l10n.t('Enterprise single sign-on');
    default:
      return undefined;
  }
}
