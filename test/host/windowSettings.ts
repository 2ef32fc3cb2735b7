/** User settings for a window in which one extension is looked at: they turn off what would get in the way. */
export const windowSettings: Readonly<Record<string, unknown>> = {
  'chat.disableAIFeatures': true,
  // Whatever the editor adds to typed text depends on how far it has tokenized it.
  'editor.acceptSuggestionOnEnter': 'off',
  'editor.autoClosingBrackets': 'never',
  'editor.autoClosingQuotes': 'never',
  'editor.autoIndent': 'none',
  'editor.quickSuggestions': false,
  'editor.suggestOnTriggerCharacters': false,
  'extensions.ignoreRecommendations': true,
  'git.openRepositoryInParentFolders': 'never',
  // Otherwise, VS Code lists the open files of all processes of the machine every few seconds, in search of open ports.
  'remote.autoForwardPorts': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'workbench.colorTheme': 'Default Dark Modern',
  'workbench.hover.delay': 100,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.tree.enableStickyScroll': false,
};
