import * as vscode from 'vscode';
import type { ConversationStartRequest } from '../../client/records';
import type { ReadyConnection } from '../../service/serviceConnection';
import { commands } from '../../names';
import { historyMessage } from '../../conversations/vscode/historyMessages';
import { openConversationPage } from '../../conversations/vscode/openConversationPage';
import { commandRemedy, type Report } from '../../base/vscode/explanation';
import { notify } from '../../base/vscode/notify';
import { withProgress } from '../../base/vscode/withProgress';
import { placeLabel } from '../../repository/vscode/repositoryLabels';
import type { SendPorts } from './sendStart';
import type { StartResult } from '../../conversations/acceptedStart';
import { PreparationError } from '../../conversations/preparation';
import { whilePreparing } from '../../conversations/vscode/explainPreparation';
import type { Disposable } from '../../base/lifecycle';
import { asExplained } from './explain';
import { shortestHidden } from '../../client/secrets';
import { resumeWaiting, type ResumePorts } from '../../conversations/resumeWaiting';

type Started = Extract<StartResult, { outcome: 'started' }>;

/**
 * The only notification of a successful start. It identifies the conversation by the answer, whatever could be saved in
 * the history.
 */
export function reportStarted(
  started: Started,
  request: ConversationStartRequest,
  connection: ReadyConnection,
  ports: Pick<SendPorts, 'history' | 'configuration' | 'followed' | 'state'>,
): void {
  const { followed } = ports;
  const show = (isFollowed: boolean) => showStarted(started, request, connection, ports, isFollowed);
  followed.has(connection.address.origin).then(show, () => show(false));
}

function showStarted(
  { id, response }: Started,
  request: ConversationStartRequest,
  connection: ReadyConnection,
  ports: Pick<SendPorts, 'history' | 'configuration' | 'state'>,
  isFollowed: boolean,
): void {
  const { history } = ports;
  const place = placeLabel(request);
  const sentence =
    place === undefined ? vscode.l10n.t('Conversation started.') : vscode.l10n.t('Conversation started in {0}.', place);
  const open = {
    label: vscode.l10n.t('Open in Browser'),
    run: () => openStarted({ id, response }, connection, ports),
  };
  const follow = commandRemedy(vscode.l10n.t('Follow Status'), commands.followConversation, { id });
  const remedies = isFollowed ? [open] : [open, follow];
  const unwritten = history.troubles.filter(({ kind }) => kind === 'unwritten');
  const { showInformationMessage, showWarningMessage } = vscode.window;
  void (unwritten.length === 0
    ? notify(showInformationMessage, sentence, ...remedies)
    : notify(showWarningMessage, `${sentence} ${historyMessage(unwritten)}`, ...remedies));
}

/** Services that name the page say it when they're asked for the conversation. */
async function openStarted(
  { id, response: { conversation_id: conversationId } }: Pick<Started, 'id' | 'response'>,
  { client, dialect, address: { baseUrl } }: ReadyConnection,
  ports: Pick<SendPorts, 'history' | 'configuration' | 'state'>,
): Promise<void> {
  const title = vscode.l10n.t("Asking for the conversation's page...");
  const ask = async (signal: AbortSignal) => (await client.conversations([conversationId], signal))[0];
  const state = dialect.hasAgentOperations ? await withProgress(title, ask).catch(() => undefined) : undefined;
  const { status, page_url: pageUrl } = state ?? {};
  if (status !== undefined && pageUrl !== undefined)
    await ports.history.change(id, { status, pageUrl }).catch(() => undefined);
  await openConversationPage({ baseUrl, conversationId, ...(pageUrl !== undefined && { pageUrl }) }, ports);
}

type ReportedPorts = Omit<ResumePorts, 'history' | 'explain' | 'show'> &
  Pick<SendPorts, 'history' | 'followed' | 'configuration' | 'redactor' | 'state'> & { readonly report: Report };

/** Waits for accepted starts whose windows are gone, until it's disposed of, and shows each outcome. */
export function reportResumed(ports: ReportedPorts): Disposable {
  return resumeWaiting({
    ...ports,
    // It is saved: secrets that the call couldn't recognize must not be.
    explain: (error) => ({ problem: ports.redactor.hideKnown(asExplained(error).message, shortestHidden) }),
    show: async (result, { request }, connection) => {
      if (result.outcome === 'started') reportStarted(result, request, connection, ports);
      else if (result.error instanceof PreparationError)
        await ports.report(result.error, ...whilePreparing(result.error));
    },
  });
}
