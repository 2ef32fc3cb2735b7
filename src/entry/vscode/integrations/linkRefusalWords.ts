import { l10n } from 'vscode';
import { sanitiseServerText } from '../../../client/common/serverText';
import { gitProviders } from '../../../client/common/records';
import { maxLinkLength, type LinkRefusal, type LinkValue } from '../../common/startLink';
import { formatBytes } from '../../../base/vscode/units';

export function linkRefusalWords(refusal: LinkRefusal): string {
  if (refusal.kind === 'tooLong') {
    return l10n.t('The link was not opened: it is longer than {0}.', formatBytes(maxLinkLength));
  }
  const field = sanitiseServerText(refusal.field) ?? '';
  switch (refusal.kind) {
    case 'unknown':
      return l10n.t(
        'The link was not opened: there is no field "{0}" for links. Whoever made it should encode each value twice.',
        field,
      );
    case 'notFromLinks':
      return l10n.t('The link was not opened: "{0}" is not taken from links. Set it on the review sheet.', field);
    case 'twice':
      return l10n.t(
        'The link was not opened: it has "{0}" twice. Whoever made it should encode each value twice.',
        field,
      );
    case 'unseen':
      return l10n.t('The link was not opened: "{0}" has characters in it that you would not see.', field);
    case 'misfit':
      return misfitWords(refusal.expected, field);
  }
}

function misfitWords(expected: LinkValue, field: string): string {
  switch (expected) {
    case 'repository':
      return l10n.t(
        'The link was not opened: "{0}" should be a repository\'s path on its host, like octocat/Hello-World.',
        field,
      );
    case 'branch':
      return l10n.t('The link was not opened: "{0}" should be the name of a branch.', field);
    case 'provider':
      return l10n.t('The link was not opened: "{0}" should be one of {1}.', field, gitProviders.join(', '));
    case 'imageAddresses':
      return l10n.t('The link was not opened: "{0}" should be a JSON list of http:// or https:// addresses.', field);
    case 'suggestedTask':
      return l10n.t(
        'The link was not opened: "{0}" should be a JSON record with git_provider, task_type, repo, issue_number and title.',
        field,
      );
    case 'microagent':
      return l10n.t('The link was not opened: "{0}" should be a JSON record with repo, git_provider and title.', field);
  }
}
