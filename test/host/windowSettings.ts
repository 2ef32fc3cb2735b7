const themes = {
  dark: 'Default Dark Modern',
  light: 'Default Light Modern',
  highContrast: 'Default High Contrast',
  highContrastLight: 'Default High Contrast Light',
} as const;

/** Turns off what would get in the way of looking at one extension. */
const quietSettings = {
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
  'workbench.hover.delay': 100,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.tree.enableStickyScroll': false,
};

/** A color theme included in VS Code. */
export type Theme = keyof typeof themes;

export const allThemes = Object.keys(themes) as readonly Theme[];

/** User settings for a window in which one extension is looked at. */
export function windowSettings(theme: Theme = 'dark'): Readonly<Record<string, unknown>> {
  return { ...quietSettings, 'workbench.colorTheme': themes[theme] };
}
