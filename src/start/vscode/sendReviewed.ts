import * as vscode from 'vscode';
import type { ConversationStartResponse } from '../../client/records';
import { ExplainedError } from '../../base/vscode/explanation';
import { isBlank, type Draft } from '../../draft/draft';
import { lacksSuggested, suggestedFields } from '../../draft/suggestedTexts';
import type { OpenDraft } from '../../draft/openDraft';
import { withTextNow } from '../../draft/vscode/sheetDraft';
import type { ReadyConnection } from '../../service/serviceConnection';
import { knownSettings } from '../../service/settingsState';
import { connectTo } from '../../service/vscode/connection/connectTo';
import { findWarnings } from '../findWarnings';
import { confirmStart } from './confirmStart';
import { asExplained } from './explain';
import { withOutcome } from './explainFailedStart';
import { reportStarted } from './reportStarted';
import { sendStart } from './sendStart';
import type { ReviewedRequest } from './sheet/reviewedRequest';
import type { StartPorts } from './startPorts';
import { publicResponse } from './unattendedStart';

/**
 * Sends what the user reviewed, after asking for confirmations and a missing key. A successful start deletes the draft.
 * @param service the service URL that the sheet showed
 * @returns the service's answer, or the draft to review again because nothing was sent; `undefined` if another sheet was
 *   opened meanwhile
 * @throws {SendError} if it wasn't started, or may not have been
 * @throws {ExplainedError} if the service is still preparing the conversation
 */
export async function sendReviewed(
  reviewed: ReviewedRequest,
  service: string,
  opened: OpenDraft,
  ports: StartPorts,
): Promise<{ readonly response: ConversationStartResponse } | { readonly again: Draft } | undefined> {
  const { value: sheet } = ports.openSheet;
  const connection = (await confirmStart(reviewed, service, ports)) && (await connectionFor(reviewed, service, ports));
  // While the questions were open, the user may have edited the document, or opened another sheet.
  const draft = await withTextNow(reviewed.draft, opened);
  if (ports.openSheet.value !== sheet) return undefined;
  const isUnchanged = draft === reviewed.draft;
  const isSaved = connection && isUnchanged && (await beginSending(draft, reviewed.id, opened, ports));
  return isSaved ? { response: await send(reviewed, opened, connection, ports) } : { again: draft };
}

/**
 * Connects to the service that the sheet showed, and asks for a missing key.
 * @returns `undefined` if the sheet has to be shown again, because a prompt was closed, another service was configured, the
 *   service suggests texts that the sheet didn't show, or its settings cause warnings that the sheet didn't show
 */
async function connectionFor(
  { draft, request, warned }: ReviewedRequest,
  baseUrl: string,
  ports: Pick<StartPorts, 'service' | 'keys' | 'settings' | 'state'>,
): Promise<ReadyConnection | undefined> {
  const before = await ports.service.connect();
  const connection = before.kind === 'ready' ? before : await connectTo(ports);
  if (connection?.address.baseUrl !== baseUrl) return undefined;
  const { api } = connection;
  if (lacksSuggested(draft, request, api)) return undefined;
  if (connection === before) return connection;
  const settings = knownSettings(await ports.settings.ensureLoaded());
  const settingsWarnings = findWarnings({ request, target: { notes: [] }, settings, api });
  return settingsWarnings.every(({ kind }) => warned.includes(kind)) ? connection : undefined;
}

async function send(
  { request, clone, id, draft }: ReviewedRequest,
  opened: OpenDraft,
  connection: ReadyConnection,
  ports: StartPorts,
): Promise<ConversationStartResponse> {
  const start = {
    id,
    request,
    clone,
    filledBy: draft.filledBy,
    suggested: suggestedFields(draft, request),
    resultBranch: draft.resultBranch?.name,
  };
  const result = await sendStart(start, connection, ports).catch(async (error: unknown) => {
    await opened.finishSending('mayHaveStarted', id);
    throw new SendError(opened, asExplained(error));
  });
  // The draft stays while the service prepares the conversation. The error doesn't offer to send it again.
  await opened.finishSending(result.outcome === 'preparing' ? 'mayHaveStarted' : result.outcome, id);
  if (result.outcome === 'preparing') throw asExplained(result.error);
  if (result.outcome !== 'started') throw new SendError(opened, asExplained(result.error));
  reportStarted(result, request, connection, ports);
  return publicResponse(result.response, ports);
}

/**
 * Saves the draft before it is sent, so that it isn't lost if this window closes meanwhile.
 * @returns false if that failed, which was reported to the user; nothing may be sent then
 */
export async function beginSending(
  draft: Draft,
  id: string,
  opened: OpenDraft,
  { report }: Pick<StartPorts, 'report'>,
): Promise<boolean> {
  try {
    await opened.beginSending(draft, id);
    return true;
  } catch (error) {
    const { message, remedy } = asExplained(error);
    const known = new ExplainedError(message, remedy, error);
    await report(
      opened.draft.to === undefined
        ? withOutcome('notStarted', known)
        : new ExplainedError(vscode.l10n.t('Nothing was sent. {0}', message), remedy, error),
    );
    return false;
  }
}

/** A reviewed start or message that failed, or may have failed. */
export class SendError extends ExplainedError {
  /** Id of the draft to return to; `undefined` if nothing was in it. */
  readonly draftId: string | undefined;

  constructor({ id, draft, path }: OpenDraft, { message, remedy, cause }: ExplainedError) {
    super(message, remedy, cause);
    this.draftId = path === undefined && isBlank(draft) ? undefined : id;
  }
}
