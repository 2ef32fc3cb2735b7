import { reportErrors } from '../../base/vscode/commands';
import type { Report } from '../../base/vscode/explanation';
import {
  clearSessionKey,
  openService,
  setServiceUrl,
  setSessionKey,
  type ConnectionPorts,
} from './connection/connectionCommands';

export const commands = reportErrors<ConnectionPorts & { readonly report: Report }>({
  clearSessionKey,
  openService,
  setServiceUrl,
  setSessionKey,
});
