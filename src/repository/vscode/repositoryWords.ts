import { l10n } from 'vscode';
import { isRepositoryPath } from '../common/repositoryPath';

/** Why a text is no repository's path on its host, wherever one is typed. */
export function refuseRepository(text: string): string | undefined {
  return isRepositoryPath(text) ? undefined : l10n.t('Two or more names with "/" between them.');
}
