import * as vscode from 'vscode';
import { requestOf, type Draft } from '../domain/draft';
import { preflight } from '../domain/preflight';
import type { ConversationStartResponse } from '../domain/records';
import { shownSettings } from '../domain/settingsState';
import { asExplained } from './explain';
import { ExplainedError } from './explanation';
import { connectionMissing, reportStarted, sendStart } from './sendStart';
import { targetsOf, type StartPorts } from './startPorts';
import { warningWords } from './warningWords';

/**
 * Starts as it is, asking nobody: for other extensions and keybindings. What a person would have been warned of goes
 * into the log and to those who listen.
 * @throws {ExplainedError} why it did not start
 */
export async function startUnattended(draft: Draft, ports: StartPorts): Promise<ConversationStartResponse> {
  const surroundings = await targetsOf(ports).find();
  const { target } = surroundings;
  if (draft.fields.repository === undefined && target.notes.some(({ kind }) => kind === 'several')) {
    throw new ExplainedError(vscode.l10n.t('Several repositories are open: name the one to work on in "repository".'));
  }
  const connection = await ports.service.connect();
  if (connection.kind !== 'ready') throw connectionMissing(connection);
  const request = requestOf(draft, surroundings);
  const warnings = preflight(request, target, shownSettings(ports.settings.state)?.settings);
  for (const warning of warnings) ports.log.warn('Before a start:', { ...warning });
  ports.onWillStart({
    request,
    warnings: warnings.map((warning) => ({ kind: warning.kind, message: warningWords(warning) })),
  });
  const result = await sendStart(request, connection, ports);
  if (result.outcome !== 'started') throw asExplained(result.error);
  reportStarted(result, request, ports.history);
  return result.response;
}
