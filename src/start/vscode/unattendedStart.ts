import * as vscode from 'vscode';
import type { Draft } from '../../draft/draft';
import { suggestedFields } from '../../draft/suggestedTexts';
import { requestOf, maskRequest } from '../../draft/request';
import { cloneOf, type Target } from '../../repository/target';
import { findWarnings } from '../findWarnings';
import type { ConversationStartResponse } from '../../client/records';
import { knownSettings } from '../../service/settingsState';
import { asExplained, connectionMissing } from './explain';
import { ExplainedError } from '../../base/vscode/explanation';
import { outcomeFirst } from './explainFailedStart';
import { reportStarted } from './reportStarted';
import { sendStart } from './sendStart';
import type { PreparedStart, SendPorts, StartPorts } from './startPorts';
import type { ReadyConnection } from '../../service/serviceConnection';
import { Targets } from '../../repository/targets';
import { waitForGit } from '../../repository/vscode/waitForGit';
import { warningWords } from './warningWords';
import { frozenCopy } from '../../base/json';
import { maskMcp } from '../../client/maskSettings';
import { withoutSecrets } from '../../client/secrets';
import type { StartResult } from '../../conversations/acceptedStart';

/**
 * Starts without prompting: for other extensions and keybindings. The warnings that the user would have seen go to the
 * log and to listeners.
 * @throws {ExplainedError} why it did not start
 */
export async function startUnattended(draft: Draft, ports: StartPorts): Promise<ConversationStartResponse> {
  const begunAt = performance.now();
  const { start, connection } = await prepareUnattended(draft, ports);
  const about = { request: start.request, baseUrl: connection.address.baseUrl };
  const result = await ports.repeated.sendOrJoin(about, begunAt, () => sendUnattended(start, connection, ports));
  if (result.outcome !== 'started') throw asExplained(result.error);
  return publicResponse(result.response, ports);
}

/**
 * The request from the draft and the current workspace, and its destination. Nothing is sent.
 * @throws {ExplainedError} why it can't be prepared
 */
export async function prepareUnattended(draft: Draft, ports: StartPorts): Promise<PreparedCall> {
  return prepare(draft, ports).catch((error: unknown) => {
    throw outcomeFirst('notStarted', asExplained(error));
  });
}

interface PreparedCall {
  readonly start: PreparedStart;
  readonly connection: ReadyConnection;
}

async function prepare(draft: Draft, ports: StartPorts): Promise<PreparedCall> {
  // The key is read while Git is running.
  const connecting = ports.service.connect();
  connecting.catch(() => undefined);
  const targetContext = await waitForGit(() => new Targets(ports).find());
  if (!targetContext) throw new ExplainedError(vscode.l10n.t('You canceled while Git was asked.'));
  const { target } = targetContext;
  const doubt = draft.fields.repository === undefined ? repositoryDoubt(target) : undefined;
  if (doubt !== undefined) throw new ExplainedError(doubt);
  const connection = await connecting;
  if (connection.kind !== 'ready') throw connectionMissing(connection);
  const { suggested } = connection.api.start;
  const request = requestOf(draft, { ...targetContext, suggested });
  const found = findWarnings({
    request,
    target,
    settings: knownSettings(ports.settings.state),
    api: connection.api,
  });
  const warnings = found.map((warning) => ({ kind: warning.kind, message: warningWords(warning) }));
  const clone = cloneOf(request, target);
  const { filledBy } = draft;
  return {
    start: { request, warnings, filledBy, suggested: suggestedFields(draft, request), clone },
    connection,
  };
}

/** Why it isn't known which repository is meant: the sheet asks or warns then. */
function repositoryDoubt({ notes }: Target): string | undefined {
  const kinds: readonly string[] = notes.map(({ kind }) => kind);
  if (kinds.includes('several'))
    return vscode.l10n.t('Several repositories are open. Specify the one to work on in "repository".');
  if (kinds.includes('severalRemotes'))
    return vscode.l10n.t('The repository has several remotes. Specify the one to work on in "repository".');
  return kinds.includes('gitFailed') || kinds.includes('unsafe')
    ? vscode.l10n.t('Git couldn\'t read the repository. Try again, or specify it in "repository".')
    : undefined;
}

/** Sends it, as announced to listeners. */
export async function sendUnattended(
  start: PreparedStart,
  connection: ReadyConnection,
  ports: StartPorts,
  signal?: AbortSignal,
): Promise<StartResult> {
  for (const warning of start.warnings) ports.log.warn('Before a start:', { ...warning });
  ports.onWillStart(publicStart(start, ports));
  const result = await sendStart(start, connection, ports, signal);
  if (result.outcome === 'started') reportStarted(result, start.request, connection, ports);
  return result;
}

type Known = Pick<SendPorts, 'redactor'>;

/** A start as announced to other extensions: a copy that they can't change, without the secrets of MCP servers. */
export function publicStart({ request, warnings }: PreparedStart, { redactor }: Known): PreparedStart {
  return frozenCopy({ request: maskRequest(request, redactor), warnings });
}

/** The service's answer for the caller of a command. Services repeat what they were sent, in fields of their own, too. */
export function publicResponse(response: ConversationStartResponse, { redactor }: Known): ConversationStartResponse {
  const known = withoutSecrets(response, redactor) as ConversationStartResponse;
  const { status, conversation_id, message, conversation_status, ...others } = known;
  return frozenCopy({
    ...(maskMcp(others) as object),
    status,
    conversation_id,
    ...(message !== undefined && { message }),
    ...(conversation_status !== undefined && { conversation_status }),
  });
}
