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
import { outcomeFirst } from './explainFailedStart';
import { reportStarted } from './reportStarted';
import { sendStart } from './sendStart';
import type { Reviewed } from './sheet/reviewSheet';
import type { StartPorts } from './startPorts';
import { publicResponse } from './unattendedStart';

/**
 * Sends what the user reviewed once what is easily overlooked is confirmed, and ends its draft.
 * @param service `{base_url}` that the sheet showed
 * @returns the service's answer, or the draft to review again, since nothing was sent; `undefined` if another sheet was
 *   opened meanwhile
 * @throws {NotStarted} why it did not start
 * @throws {ExplainedError} that the service is still preparing the conversation
 */
export async function sendReviewed(
  reviewed: Reviewed,
  service: string,
  opened: OpenDraft,
  ports: StartPorts,
): Promise<{ readonly response: ConversationStartResponse } | { readonly again: Draft } | undefined> {
  const { current: sheet } = ports.openSheet;
  const connection = (await confirmStart(reviewed, service, ports)) && (await connectionFor(reviewed, service, ports));
  // Questions leave time to write on in the document, and to open another sheet, which may have more of this draft.
  const draft = await withTextNow(reviewed.draft, opened);
  if (ports.openSheet.current !== sheet) return undefined;
  const isSeen = draft === reviewed.draft;
  const isBegun = connection && isSeen && (await beginSending(draft, reviewed.id, opened, ports));
  return isBegun ? { response: await send(reviewed, opened, connection, ports) } : { again: draft };
}

/**
 * Connects to the service that the sheet showed, prompting on first use.
 * @returns `undefined` if the sheet has to be shown again: a prompt was closed, another service has been configured, the
 *   settings loaded with a new key cause warnings that the sheet didn't show, or the service turned out to have an API that
 *   suggests more
 */
async function connectionFor(
  { draft, request, warned }: Reviewed,
  baseUrl: string,
  ports: Pick<StartPorts, 'service' | 'keys' | 'settings'>,
): Promise<ReadyConnection | undefined> {
  const before = await ports.service.connect();
  const connection = before.kind === 'ready' ? before : await connectTo(ports);
  if (connection?.address.baseUrl !== baseUrl) return undefined;
  const { api } = connection;
  if (lacksSuggested(draft, request, api)) return undefined;
  if (connection === before) return connection;
  const settings = knownSettings(await ports.settings.ensureLoaded());
  const brought = findWarnings({ request, target: { notes: [] }, settings, api });
  return brought.every(({ kind }) => warned.includes(kind)) ? connection : undefined;
}

async function send(
  { request, clone, id, draft }: Reviewed,
  opened: OpenDraft,
  connection: ReadyConnection,
  ports: StartPorts,
): Promise<ConversationStartResponse> {
  const about = {
    id,
    request,
    clone,
    filledBy: draft.filledBy,
    suggested: suggestedFields(draft, request),
    resultBranch: draft.resultBranch?.name,
  };
  const result = await sendStart(about, connection, ports).catch(async (error: unknown) => {
    await opened.finishSending('mayHaveStarted', id);
    throw new NotStarted(opened, asExplained(error));
  });
  // While the service prepares it, the draft stays; sending it again isn't what to do next.
  await opened.finishSending(result.outcome === 'preparing' ? 'mayHaveStarted' : result.outcome, id);
  if (result.outcome === 'preparing') throw asExplained(result.error);
  if (result.outcome !== 'started') throw new NotStarted(opened, asExplained(result.error));
  reportStarted(result, request, connection, ports);
  return publicResponse(result.response, ports);
}

/**
 * The draft is on disk before anything is sent: if this window closes then, no word of it is lost.
 * @returns false if it couldn't be saved: that was reported, and nothing may be sent
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
        ? outcomeFirst('notStarted', known)
        : new ExplainedError(vscode.l10n.t('Nothing was sent. {0}', message), remedy, error),
    );
    return false;
  }
}

/** A reviewed start that failed. */
export class NotStarted extends ExplainedError {
  /** Id of the draft to return to; `undefined` if nothing was in it. */
  readonly draftId: string | undefined;

  constructor({ id, draft }: OpenDraft, { message, remedy, cause }: ExplainedError) {
    super(message, remedy, cause);
    this.draftId = isBlank(draft) ? undefined : id;
  }
}
