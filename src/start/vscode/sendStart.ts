import * as vscode from 'vscode';
import { hasId, type Conversation } from '../../conversations/conversation';
import { causeOf } from '../../base/log';
import type { ReadyConnection } from '../../service/serviceConnection';
import { proposedId } from '../../client/apis/startRules';
import { secretsOf } from '../../client/mcpSecrets';
import type { ConversationStartRequest } from '../../client/records';
import type { ServiceAddress } from '../../client/serviceUrl';
import { sanitiseServerText } from '../../client/serverText';
import { askedOf, PreparationError } from '../../conversations/preparation';
import { isOver } from '../../conversations/reportedStatus';
import type { CloneRemote } from '../../repository/target';
import { rememberStart } from '../../result/vscode/savedResult';
import { recordAndSend } from '../recordAndSend';
import { shortestHidden } from '../../client/secrets';
import { explainFailedStart, outcomeFirst } from './explainFailedStart';
import { HistoryError } from '../../conversations/historyTrouble';
import { asExplained } from './explain';
import { ExplainedError } from '../../base/vscode/explanation';
import type { SendPorts, SentRequest } from './startPorts';
import { withProgress } from '../../base/vscode/withProgress';
import { placeLabel } from '../../repository/vscode/repositoryLabels';
import { stageWords } from '../../conversations/vscode/conversationLabels';
import type { StartResult } from '../../conversations/acceptedStart';

/**
 * Time in which a request to a near service leaves, in milliseconds. Starting a process blocks this one for several, and
 * even a connection that is open waits for a turn before it is used.
 */
const untilSent = 100;

/** Sends a request: every start goes through here. `cancelled` stops waiting, as the progress notification does. */
export async function sendStart(
  sent: SentRequest,
  connection: ReadyConnection,
  ports: SendPorts,
  cancelled?: AbortSignal,
): Promise<StartResult> {
  return withProgress(progressTitle(sent.request), (signal, say) =>
    sendTo(connection, sent, ports, cancelled ? AbortSignal.any([signal, cancelled]) : signal, say),
  ).catch((error: unknown) => {
    // It's saved before anything is sent.
    throw outcomeFirst(error instanceof HistoryError ? 'notStarted' : 'mayHaveStarted', asExplained(error));
  });
}

async function sendTo(
  connection: ReadyConnection,
  about: SentRequest,
  ports: SendPorts,
  signal: AbortSignal,
  say: (message: string) => void,
): Promise<StartResult> {
  const { request, clone, id = ports.newId() } = about;
  const { client, address, timeoutSeconds, api } = connection;
  const { history, workspace, log, processId, redactor } = ports;
  const { baseUrl } = address;
  const proposed = proposedId(api.start, request, id);
  for (const secret of secretsOf(request.mcp_config)) redactor.add(secret);
  log.info('Starting conversation.', { baseUrl, repository: request.repository, branch: request.selected_branch });
  const result = await recordAndSend(
    {
      ...about,
      id,
      proposedId: proposed,
      baseUrl,
      api: api.name,
      workspace: workspace.id,
      timeoutSeconds,
      sender: processId,
      signal,
    },
    {
      startClient: client,
      client: askedOf(ports.service, { baseUrl, api: api.name }),
      ...ports.clock,
      log,
      mayRunAs: (used) =>
        history.conversations.some(
          (one) => one.id !== id && hasId(one, baseUrl, used) && one.outcome !== 'notStarted' && !isOver(one),
        ),
      onProgress: ({ stage, unanswered }) => {
        if (unanswered === 0) log.info('Conversation being prepared.', { stage });
        say(progressWords(stage, unanswered, address));
      },
      memory: history,
      onSaved: (conversation) => {
        // Runs Git while the service answers, not before it is asked.
        if (clone) setTimeout(remember, untilSent, conversation, clone, ports);
      },
    },
  );
  if (result.outcome === 'started') {
    const { conversation_id, conversation_status: status } = result.response;
    log.info('Conversation started.', {
      id: sanitiseServerText(conversation_id),
      ...(typeof status === 'string' && { status: sanitiseServerText(status) }),
    });
    return result;
  }
  const { outcome, error } = result;
  const details = { outcome, error: String(error), cause: causeOf(error) };
  if (outcome === 'notStarted') log.error('Conversation not started.', details);
  else log.warn("It isn't known whether the conversation has started.", details);
  const explained = await explainFailedStart(error, { id, request, connection, signal }, ports);
  // When the user ends the wait, nothing has gone wrong.
  const isUnawaited = error instanceof PreparationError && error.end.kind === 'cancelled';
  if (!isUnawaited) await saveProblem(id, explained.message, ports);
  const known = new ExplainedError(explained.message, explained.remedy, error);
  return { ...result, error: outcome === 'preparing' ? known : outcomeFirst(outcome, known) };
}

function remember(conversation: Conversation, clone: CloneRemote, ports: SendPorts): void {
  rememberStart(conversation, clone, ports).catch((error: unknown) =>
    ports.log.warn("The start's branches aren't saved.", { error: String(error) }),
  );
}

/** Secrets that the call couldn't recognize must not be saved. The outcome is valid, whether or not this can be. */
export async function saveProblem(
  id: string,
  message: string,
  { history, redactor }: Pick<SendPorts, 'history' | 'redactor'>,
): Promise<void> {
  await history.change(id, { problem: redactor.withhold(message, shortestHidden) }).catch(() => undefined);
}

/** How far an accepted start is; that the service has stopped answering, from the second question on. */
function progressWords(stage: string, unanswered: number, { baseUrl }: ServiceAddress): string {
  if (unanswered < 2) return `${stageWords(stage) ?? vscode.l10n.t('Preparing')}...`;
  return vscode.l10n.t("{0} isn't responding. The log has details.", new URL(baseUrl).host);
}

function progressTitle(request: ConversationStartRequest): string {
  const place = placeLabel(request);
  return place === undefined
    ? vscode.l10n.t('Starting conversation')
    : vscode.l10n.t('Starting conversation in {0}', place);
}
