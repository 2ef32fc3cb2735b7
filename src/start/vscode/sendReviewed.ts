import * as vscode from 'vscode';
import type { ConversationStartResponse } from '../../client/records';
import { ExplainedError } from '../../base/vscode/explanation';
import { isBlank, type Draft } from '../../draft/draft';
import { lacksSuggested, suggestedFields } from '../../draft/suggestedFields';
import type { OpenDraft } from '../../draft/openDraft';
import { withTextNow } from '../../draft/vscode/sheetDraft';
import type { ReadyConnection } from '../../service/serviceConnection';
import { connectTo } from '../../service/vscode/connection/connectTo';
import { startQuestions } from './confirmStart';
import { asExplained } from './explain';
import { withOutcome } from './explainFailedStart';
import { isAsReviewed } from './findForStart';
import { reportStarted } from './reportStarted';
import { sendStart } from './sendStart';
import type { ReviewedRequest } from './sheet/reviewedRequest';
import type { StartPorts } from './startPorts';
import { publicResponse } from './unattendedStart';

/**
 * Sends what the user reviewed, after asking for confirmations and a missing key. A successful start deletes the draft.
 * @param service the service URL that the sheet showed
 * @returns the service's answer, or the draft to review again because nothing was sent; `undefined` if another sheet was
 *   opened meanwhile, or the draft's document has gone to another window
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
  const connection = (await agree(reviewed, service, ports)) && (await connectionFor(reviewed, service, ports));
  // While the questions were open, the user may have edited the document, or opened another sheet.
  const draft = await withTextNow(reviewed.draft, opened);
  if (ports.openSheet.value !== sheet) return undefined;
  const isUnchanged = draft === reviewed.draft;
  const isSaved = connection && isUnchanged && (await beginStart(reviewed, opened, ports));
  if (isSaved) return { response: await send(reviewed, opened, connection, ports) };
  // Nothing that is typed on a sheet with a finished draft would be saved.
  return opened.isFinished ? undefined : { again: draft };
}

/**
 * Asks everything that must be answered before a start.
 * @returns false if the sheet has to be shown again, because a question was closed, or something has changed meanwhile
 */
async function agree(reviewed: ReviewedRequest, service: string, ports: StartPorts): Promise<boolean> {
  const { kind } = await ports.service.connect();
  const questions = [
    ...startQuestions(reviewed, service, ports),
    ...(kind === 'ready' ? [] : [() => askForConnection(service, ports)]),
  ];
  for (const ask of questions) if (!(await ask())) return false;
  return questions.length === 0 || isAsReviewed(reviewed, service, ports);
}

async function askForConnection(service: string, ports: StartPorts): Promise<boolean> {
  const connection = await connectTo(ports);
  if (connection?.address.baseUrl !== service) return false;
  // They may cause warnings.
  await ports.settings.ensureLoaded();
  return true;
}

/**
 * Connects to the service that the sheet showed, with the key that is saved by then.
 * @returns `undefined` if another service was configured, the service suggests texts that the sheet didn't show, or its
 *   saved MCP servers were read with another key: they may be another user's
 */
async function connectionFor(
  { draft, request, mcp }: ReviewedRequest,
  baseUrl: string,
  { service }: Pick<StartPorts, 'service'>,
): Promise<ReadyConnection | undefined> {
  const connection = await service.connect();
  if (connection.kind !== 'ready' || connection.address.baseUrl !== baseUrl) return undefined;
  const isOwnMcp = mcp?.saved === undefined || mcp.saved.client === connection.client;
  return isOwnMcp && !lacksSuggested(draft, request, connection.api) ? connection : undefined;
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

/** Like {@link beginSending}. If the start fails, its draft is still about the clone that the user reviewed it for. */
function beginStart(
  { id, draft, clone }: ReviewedRequest,
  opened: OpenDraft,
  ports: Pick<StartPorts, 'report'>,
): Promise<boolean> {
  const isOfClone = clone !== undefined && draft.fields.repository === undefined && !isBlank(draft);
  if (isOfClone) opened.edit({ chosen: { root: clone.root }, ...opened.draft });
  return beginSending(draft, id, opened, ports);
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
