import * as vscode from 'vscode';

/**
 * The language that sentences are shown in, for the dates and numbers within them. VS Code shows English where this
 * extension has no words in the language that it is set to.
 */
export function shownLanguage(
  translations: object | undefined = vscode.l10n.bundle,
  wanted = vscode.env.language,
): string {
  return translations ? wanted : 'en';
}
