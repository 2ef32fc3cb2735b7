import { l10n } from 'vscode';
import type { GitProvider } from '../../client/records';

/** Functions, so that nothing is translated before it's shown. */
const names: Readonly<Record<GitProvider, () => string>> = {
  github: () => 'GitHub',
  gitlab: () => 'GitLab',
  bitbucket: () => 'Bitbucket',
  bitbucket_data_center: () => 'Bitbucket Data Center',
  forgejo: () => 'Forgejo',
  azure_devops: () => 'Azure DevOps',
  enterprise_sso: () => l10n.t('Enterprise single sign-on'),
};

/** The usual name of a provider of the interface; `undefined` for any other. */
export function providerName(provider: string): string | undefined {
  // It may come from the service, and an object also has the members of its prototype.
  return Object.hasOwn(names, provider) ? names[provider as GitProvider]() : undefined;
}

/** The name of a provider for labels and sentences; one without a name as the interface spells it. */
export function providerLabel(provider: string): string {
  return providerName(provider) ?? provider;
}
