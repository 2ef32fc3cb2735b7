import { l10n } from 'vscode';

/** The service's own words as a sentence of ours; empty when it gave none. */
export function saidWords(text: string | undefined): string {
  if (text === undefined) return '';
  return l10n.t('It says: {0}', /[.!?…]$/.test(text) ? text : `${text}.`);
}
