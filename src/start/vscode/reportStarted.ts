import * as vscode from 'vscode';
import type { ConversationStartRequest } from '../../client/records';
import type { ServiceAddress } from '../../client/serviceUrl';
import type { ReadyConnection } from '../../service/serviceConnection';
import { openConversationPage } from '../../conversations/vscode/openConversationPage';
import { commandRemedy, type Report } from '../../base/vscode/explanation';
import { inform } from '../../base/vscode/notify';
import { withProgress } from '../../base/vscode/withProgress';
import { placeLabel } from '../../repository/vscode/repositoryLabels';
import { saveProblem } from './sendStart';
import type { SendPorts } from './startPorts';
import type { StartResult } from '../../conversations/acceptedStart';
import { PreparationError } from '../../conversations/preparation';
import { remediesWhilePreparing } from '../../conversations/vscode/explainPreparation';
import type { Disposable } from '../../base/lifecycle';
import { asExplained } from './explain';
import { saveReported } from '../../conversations/askStatus';
import { resumeWaiting, type ResumePorts } from '../../conversations/resumeWaiting';

type Started = Extract<StartResult, { outcome: 'started' }>;

type ReportPorts = Pick<SendPorts, 'service' | 'history' | 'configuration' | 'followed' | 'state' | 'onEnd'>;

/** Notifies the user of a successful start. Works even if the start couldn't be saved. */
export function reportStarted(
  started: Started,
  request: ConversationStartRequest,
  { address }: ReadyConnection,
  ports: ReportPorts,
): void {
  const place = placeLabel(request);
  const sentence =
    place === undefined ? vscode.l10n.t('Conversation started.') : vscode.l10n.t('Conversation started in {0}.', place);
  const open = { label: vscode.l10n.t('Open in Browser'), run: () => openStarted(started, address, ports) };
  const follow = commandRemedy(vscode.l10n.t('Follow Status'), 'agentConversations.followConversation', {
    id: started.id,
  });
  const show = (isFollowed: boolean) =>
    inform(vscode.window.showInformationMessage, sentence, open, ...(isFollowed ? [] : [follow]));
  ports.followed.has(address.origin).then(show, () => show(false));
}

/** Opens the conversation's page. Some services say its URL, so they're asked for it, with the key that is stored now. */
async function openStarted(
  { id, response: { conversation_id: conversationId } }: Started,
  { baseUrl }: ServiceAddress,
  ports: ReportPorts,
): Promise<void> {
  const title = vscode.l10n.t("Asking for the conversation's page...");
  const connection = await ports.service.connect(baseUrl).catch(() => undefined);
  const client = connection?.kind === 'ready' && connection.client.answers ? connection.client : undefined;
  const states =
    client &&
    (await withProgress(title, (signal) => client.status.conversations([conversationId], signal)).catch(() => []));
  const state = states?.[0];
  const known = ports.history.get(id);
  if (state && known) await saveReported(known, state, { ...ports, now: Date.now }).catch(() => undefined);
  const pageUrl = state?.page_url;
  await openConversationPage({ baseUrl, conversationId, ...(pageUrl !== undefined && { pageUrl }) }, ports);
}

type ReportedPorts = Omit<ResumePorts, 'service' | 'history' | 'show'> &
  ReportPorts &
  Pick<SendPorts, 'redactor'> & { readonly report: Report };

export function reportResumed(ports: ReportedPorts): Disposable {
  return resumeWaiting({
    ...ports,
    show: async (result, { id, request }, connection) => {
      if (result.outcome === 'started') {
        reportStarted(result, request, connection, ports);
        return;
      }
      await saveProblem(id, asExplained(result.error).message, ports);
      if (result.error instanceof PreparationError)
        await ports.report(result.error, ...remediesWhilePreparing(result.error));
    },
  });
}
