import * as vscode from 'vscode';
import { hasId, type Conversation } from '../../conversations/conversation';
import { causeOf } from '../../base/log';
import { thisProcess } from '../../base/processes';
import type { ReadyConnection } from '../../service/serviceConnection';
import { proposedId } from '../../client/apis/serviceApi';
import type { ConversationStartRequest } from '../../client/records';
import type { ServiceAddress } from '../../client/serviceUrl';
import { sanitizeServerText } from '../../client/serverText';
import { outcomeClient, PreparationError } from '../../conversations/preparation';
import { isOver } from '../../conversations/reportedStatus';
import type { CloneRemote } from '../../repository/target';
import { Targets } from '../../repository/targets';
import { saveRemoteAtStart } from '../../result/vscode/remoteAtStart';
import { recordAndSend } from '../recordAndSend';
import { minSecretLength } from '../../client/secrets';
import { explainFailedStart, withOutcome } from './explainFailedStart';
import { asExplained } from './explain';
import { ExplainedError } from '../../base/vscode/explanation';
import type { SendPorts, RequestToSend } from './startPorts';
import { withProgress } from '../../base/vscode/withProgress';
import { placeLabel } from '../../repository/vscode/repositoryLabels';
import { stageWords } from '../../conversations/vscode/conversationLabels';
import type { Progress, StartResult } from '../../conversations/acceptedStart';

/**
 * Milliseconds to wait before Git is run after a request was handed over for sending. Starting a process blocks the
 * extension host for several milliseconds, which would delay the request.
 */
const gitDelay = 100;

/**
 * Sends a request. Every start goes through here.
 * @param cancelled stops waiting for the answer, like Cancel in the progress notification
 */
export async function sendStart(
  toSend: RequestToSend,
  connection: ReadyConnection,
  ports: SendPorts,
  cancelled?: AbortSignal,
): Promise<StartResult> {
  return withProgress(progressTitle(toSend.request), async (signal, say) => {
    const stop = cancelled ? AbortSignal.any([signal, cancelled]) : signal;
    const start = { ...toSend, id: toSend.id ?? ports.newId() };
    return explainResult(await recordStart(connection, start, ports, stop, say), start, connection, ports, stop);
  }).catch((error: unknown) => {
    // An unexpected error doesn't tell whether the request was sent.
    throw withOutcome('mayHaveStarted', asExplained(error));
  });
}

type IdentifiedStart = RequestToSend & { readonly id: string };

async function recordStart(
  connection: ReadyConnection,
  start: IdentifiedStart,
  ports: SendPorts,
  signal: AbortSignal,
  say: (message: string) => void,
): Promise<StartResult> {
  const { request, clone, id } = start;
  const { client, address, timeoutSeconds, api } = connection;
  const { history, workspace, log } = ports;
  const { baseUrl } = address;
  log.info('Starting conversation.', { baseUrl, repository: request.repository, branch: request.selected_branch });
  return recordAndSend(
    {
      ...start,
      proposedId: proposedId(api.start, request, id),
      baseUrl,
      api: api.name,
      workspace: workspace.id,
      timeoutSeconds,
      sender: thisProcess(),
      signal,
    },
    {
      startClient: client,
      client: outcomeClient(ports.service, { baseUrl, api: api.name }),
      ...ports.clock,
      log,
      mayRunAs: (used) => mayRunAs(used, start, baseUrl, history),
      onProgress: (progress) => reportProgress(progress, address, log, say),
      history,
      onSaved: (conversation) => {
        if (request.repository !== undefined) setTimeout(saveBranches, gitDelay, conversation, clone, ports);
      },
    },
  );
}

function mayRunAs(used: string, { id }: IdentifiedStart, baseUrl: string, { conversations }: SendPorts['history']) {
  return conversations.some(
    (one) => one.id !== id && hasId(one, baseUrl, used) && one.outcome !== 'notStarted' && !isOver(one),
  );
}

function reportProgress(
  { stage, unanswered }: Progress,
  address: ServiceAddress,
  log: SendPorts['log'],
  say: (message: string) => void,
): void {
  if (unanswered === 0) log.info('Conversation being prepared.', { stage });
  say(progressWords(stage, unanswered, address));
}

/** Logs the result of a start. An error gets an explanation, which is also saved with the conversation. */
async function explainResult(
  result: StartResult,
  { id, request }: IdentifiedStart,
  connection: ReadyConnection,
  ports: SendPorts,
  signal: AbortSignal,
): Promise<StartResult> {
  const { log } = ports;
  if (result.outcome === 'started') {
    const { conversation_id, conversation_status: status } = result.response;
    log.info('Conversation started.', {
      id: sanitizeServerText(conversation_id),
      ...(typeof status === 'string' && { status: sanitizeServerText(status) }),
    });
    return result;
  }
  const { outcome, error } = result;
  const details = { outcome, error: String(error), cause: causeOf(error) };
  if (outcome === 'notStarted') log.error('Conversation not started.', details);
  else log.warn("It isn't known whether the conversation has started.", details);
  const explained = await explainFailedStart(error, { id, request, connection, signal }, ports);
  // If the user stopped waiting, nothing went wrong.
  const wasWaitStopped = error instanceof PreparationError && error.end.kind === 'cancelled';
  if (!wasWaitStopped) await saveProblem(id, explained.message, ports);
  const shownError = new ExplainedError(explained.message, explained.remedy, error);
  return { ...result, error: outcome === 'preparing' ? shownError : withOutcome(outcome, shownError) };
}

/** @param clone absent if the repository was named, and isn't the one that the workspace selects. It may be open, too */
function saveBranches(conversation: Conversation, clone: CloneRemote | undefined, ports: SendPorts): void {
  const save = async () => {
    const open = clone ?? (await new Targets(ports).cloneOf(conversation.request));
    if (open) await saveRemoteAtStart(conversation, open, ports);
  };
  save().catch((error: unknown) => ports.log.warn("The start's branches aren't saved.", { error: String(error) }));
}

/**
 * Saves the explanation of a failed start with its conversation, without secrets that the explanation may repeat. A
 * failure to save it is ignored, since the outcome itself is saved already.
 */
export async function saveProblem(
  id: string,
  message: string,
  { history, redactor }: Pick<SendPorts, 'history' | 'redactor'>,
): Promise<void> {
  await history.change(id, { problem: redactor.withhold(message, minSecretLength) }).catch(() => undefined);
}

/** The stage of an accepted start; after two unanswered requests for it, says that the service isn't responding. */
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
