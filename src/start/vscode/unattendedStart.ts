import * as vscode from 'vscode';
import type { Draft } from '../../draft/draft';
import { suggestedFields } from '../../draft/suggestedFields';
import { requestOf, maskRequest } from '../../draft/request';
import { cloneOf, type Target } from '../../repository/target';
import { findWarnings } from '../findWarnings';
import type { ConversationStartResponse } from '../../client/records';
import { knownSettings } from '../../service/settingsState';
import { asExplained } from './explain';
import { ExplainedError } from '../../base/vscode/explanation';
import { withOutcome } from './explainFailedStart';
import { reportStarted } from './reportStarted';
import { sendStart } from './sendStart';
import type { PreparedStart, SendPorts, StartPorts } from './startPorts';
import { NotConnected, type ReadyConnection } from '../../service/serviceConnection';
import { Targets } from '../../repository/targets';
import { waitForGit } from '../../repository/vscode/waitForGit';
import { warningWords } from './warningWords';
import { frozenCopy } from '../../base/json';
import { maskMcp } from '../../client/maskSettings';
import { withoutSecrets } from '../../client/secrets';
import type { StartResult } from '../../conversations/acceptedStart';

/**
 * Starts without a review, for other extensions and keybindings. Warnings that the sheet would show are logged and passed
 * to listeners.
 * @throws {ExplainedError} if it wasn't started
 */
export async function startUnattended(draft: Draft, ports: StartPorts): Promise<ConversationStartResponse> {
  const askedAt = performance.now();
  const { start, connection } = await prepareUnattended(draft, ports);
  const content = { request: start.request, baseUrl: connection.address.baseUrl };
  const result = await ports.repeatedStarts.sendOrJoin(content, askedAt, () =>
    sendUnattended(start, connection, ports),
  );
  if (result.outcome !== 'started') throw asExplained(result.error);
  return publicResponse(result.response, ports);
}

/**
 * Makes the request from the draft and the current workspace, and connects to the service. Sends nothing.
 * @throws {ExplainedError} if that isn't possible
 */
export async function prepareUnattended(draft: Draft, ports: StartPorts): Promise<PreparedCall> {
  return prepare(draft, ports).catch((error: unknown) => {
    const { message, remedy } = asExplained(error);
    throw withOutcome('notStarted', new ExplainedError(message, remedy, error));
  });
}

interface PreparedCall {
  readonly start: PreparedStart;
  readonly connection: ReadyConnection;
}

async function prepare(draft: Draft, ports: StartPorts): Promise<PreparedCall> {
  // The key is read while Git runs.
  const connecting = ports.service.connect();
  connecting.catch(() => undefined);
  const targetContext = await waitForGit(() => new Targets(ports).find(undefined, draft.fields));
  if (!targetContext) throw new ExplainedError(vscode.l10n.t('You canceled while Git was asked.'));
  const { target } = targetContext;
  const doubt = draft.fields.repository === undefined ? repositoryDoubt(target) : undefined;
  if (doubt !== undefined) throw new ExplainedError(doubt);
  const connection = await connecting;
  if (connection.kind !== 'ready') throw asExplained(new NotConnected(connection));
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

/** Explains why it isn't known which repository is meant; `undefined` if it is. The sheet would ask, or warn. */
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

/** Announces a start to listeners and sends it. */
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

/** The copy of a start that other extensions get: they can't change it, and it has no secrets of MCP servers. */
function publicStart({ request, warnings }: PreparedStart, { redactor }: Pick<SendPorts, 'redactor'>): PreparedStart {
  return frozenCopy({ request: maskRequest(request, redactor), warnings });
}

/** The service's answer that the caller of a command gets. Services may repeat the request in it, so secrets are removed. */
export function publicResponse(
  response: ConversationStartResponse,
  { redactor }: Pick<SendPorts, 'redactor'>,
): ConversationStartResponse {
  const cleaned = withoutSecrets(response, redactor) as ConversationStartResponse;
  const { status, conversation_id, message, conversation_status, ...others } = cleaned;
  return frozenCopy({
    ...(maskMcp(others) as object),
    status,
    conversation_id,
    ...(message !== undefined && { message }),
    ...(conversation_status !== undefined && { conversation_status }),
  });
}
