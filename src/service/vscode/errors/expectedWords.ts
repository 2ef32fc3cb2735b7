import { l10n } from 'vscode';

/** What a field should have been, where the schema names a type; else the values that it may have. */
export function expectedWords({ expected }: { readonly expected: string }): string {
  switch (expected) {
    case 'string':
      return l10n.t('a text');
    case 'number':
      return l10n.t('a number');
    case 'int':
      return l10n.t('a whole number');
    case 'boolean':
      return l10n.t('true or false');
    case 'array':
      return l10n.t('a list');
    case 'object':
    case 'record':
      return l10n.t('a record of fields');
    case 'of fewer values':
      return l10n.t('of fewer values');
    case 'of plain characters':
      return l10n.t('of plain characters');
    case 'valid':
      return l10n.t('valid');
    case 'not empty':
      return l10n.t('not empty');
    case 'absent':
      return l10n.t('absent');
    case 'free of secrets':
      return l10n.t('free of secrets');
    case 'of another type':
      return l10n.t('of another type');
    default:
      return expected;
  }
}
