import { reportErrors } from '../../base/vscode/commands';
import { copyDiagnostics, reportIssue, type DiagnosticPorts } from './diagnosticCommands';

interface HelpPorts extends DiagnosticPorts {
  readonly log: DiagnosticPorts['log'] & { show(): void };
}

export const commands = reportErrors<HelpPorts>({
  copyDiagnostics,
  reportIssue,
  showLog: ({ log }) => log.show(),
});
