import { l10n } from 'vscode';
import type { RefusedField } from '../../../client/common/serverText';
import { sentences } from './callHints';
import { requestFieldLabel } from './requestFieldWords';

const maxShown = 5;

/** What the service has against each field, by the names on the sheet; the log has those that are too many. */
export function explainRefusedFields(fields: readonly RefusedField[] = []): string {
  const more = fields.length - maxShown;
  return sentences(
    ...fields.slice(0, maxShown).map(explainField),
    more > 0 ? l10n.t('The log has {0} more.', more) : '',
  );
}

function explainField({ path, type, message }: RefusedField): string {
  const label = path === '' ? l10n.t('The request') : requestFieldLabel(path);
  if (type === 'missing') return l10n.t('{0}: is missing.', label);
  if (type === 'extra_forbidden') return l10n.t('{0}: this service does not take it.', label);
  // What the service's own checks say is wrapped in words of its framework.
  const words = message.replace(/^(Value|Assertion) error, /, '').replace(/\.$/, '');
  return words === '' ? l10n.t('{0}: is refused.', label) : l10n.t('{0}: {1}.', label, words);
}
