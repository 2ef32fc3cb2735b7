import { l10n } from 'vscode';
import type { MachineUnknownError } from '../../common/machineUnknownError';

export function explainMachine({ file }: MachineUnknownError): string {
  return l10n.t(
    "Session keys for localhost and answers about MCP servers belong to one computer, and the file that identifies this one can't be read or created: {0}. Check its permissions, or delete it.",
    file,
  );
}
