import { reportErrors } from '../../base/vscode/commands';
import type { Report } from '../../base/vscode/explanation';
import { copySettingValue, refreshSettings, type SettingsPorts } from './settingsActions';

export const commands = reportErrors<SettingsPorts & { readonly report: Report }>({
  copySettingValue,
  refreshSettings,
});
