import { mcpConfig, startResponse, userSecrets } from './records';
import { isSettingsFieldName } from './settingsFields';
import { fieldNamesOf } from './shapes';

const names: ReadonlySet<string> = new Set([...[startResponse, mcpConfig].flatMap(fieldNamesOf), ...userSecrets]);

/** Whether the interface has a field of this name in what it answers. */
export function isInterfaceName(name: string): boolean {
  return names.has(name) || isSettingsFieldName(name);
}
