import * as vscode from 'vscode';
import type { ConversationStartResponse } from '../../client/records';
import { ExplainedError } from '../../base/vscode/explanation';
import type { Draft } from '../../draft/draft';
import type { DraftStore, Sending } from '../../draft/draftStore';
import { withTextNow } from '../../draft/vscode/sheetDraft';
import type { ReadyConnection } from '../../service/serviceConnection';
import { knownSettings } from '../../service/settingsState';
import { connectTo } from '../../service/vscode/connection/connectTo';
import { findWarnings } from '../findWarnings';
import { confirmStart } from './confirmStart';
import { asExplained } from './explain';
import { reportStarted } from './reportStarted';
import { sendStart } from './sendStart';
import type { Reviewed } from './sheet/reviewSheet';
import type { StartPorts } from './startPorts';
import { handedOut } from './unattendedStart';

/**
 * Sends what the user reviewed once what is easily overlooked is confirmed, and ends its draft.
 * @param service `{base_url}` that the sheet showed
 * @param store stores the draft until its conversation has started
 * @returns the service's answer, or the draft to review again, since nothing was sent; `undefined` if another sheet was
 *   opened meanwhile
 * @throws {NotStarted} why it did not start
 * @throws {ExplainedError} that the service is still preparing the conversation
 */
export async function sendReviewed(
  reviewed: Reviewed,
  service: string,
  store: DraftStore,
  ports: StartPorts,
): Promise<{ readonly response: ConversationStartResponse } | { readonly again: Draft } | undefined> {
  const { held } = ports.openSheet;
  const connection = (await confirmStart(reviewed, service, ports)) && (await connectionFor(reviewed, service, ports));
  // Questions leave time to write on in the document, and to open another sheet, which may have more of this draft.
  const draft = await withTextNow(reviewed.draft, store);
  if (ports.openSheet.held !== held) return undefined;
  const isSeen = draft === reviewed.draft;
  const sending = connection && isSeen && (await beginSending(draft, reviewed.id, store, ports));
  return sending ? { response: await send(reviewed, sending, connection, ports) } : { again: draft };
}

/**
 * Connects to the service that the sheet showed, prompting on first use.
 * @returns `undefined` if the sheet has to be shown again: a prompt was closed, another service has been configured, or
 *   the settings loaded with a new key cause warnings that the sheet didn't show
 */
async function connectionFor(
  { request, warned }: Reviewed,
  baseUrl: string,
  ports: Pick<StartPorts, 'service' | 'keys' | 'settings'>,
): Promise<ReadyConnection | undefined> {
  const before = await ports.service.connect();
  const connection = before.kind === 'ready' ? before : await connectTo(ports);
  if (connection?.address.baseUrl !== baseUrl) return undefined;
  if (connection === before) return connection;
  const { api } = connection;
  const settings = knownSettings(await ports.settings.adopt());
  const brought = findWarnings({ request, target: { notes: [] }, settings, api });
  return brought.every(({ kind }) => warned.includes(kind)) ? connection : undefined;
}

async function send(
  { request, clone, id }: Reviewed,
  sending: Sending,
  connection: ReadyConnection,
  ports: StartPorts,
): Promise<ConversationStartResponse> {
  const { draft } = sending;
  const fail = async (error: unknown) => new NotStarted(draft, await sending.release(), asExplained(error));
  const about = { id, request, filledBy: draft.filledBy, resultBranch: draft.resultBranch?.name, clone };
  const result = await sendStart(about, connection, ports).catch(async (error: unknown) => {
    throw await fail(error);
  });
  if (result.outcome === 'preparing') {
    // The draft stays until it's known whether it has started; sending it again isn't what to do next.
    await sending.release();
    throw asExplained(result.error);
  }
  if (result.outcome !== 'started') throw await fail(result.error);
  await sending.end();
  reportStarted(result, request, connection, ports);
  return handedOut(result.response, ports);
}

/**
 * The draft is on disk before anything is sent: if this window closes then, no word of it is lost.
 * @returns `undefined` if it couldn't be saved: that was reported, and nothing may be sent
 */
export async function beginSending(
  draft: Draft,
  id: string,
  store: DraftStore,
  { report }: Pick<StartPorts, 'report'>,
): Promise<Sending | undefined> {
  try {
    return await store.beginSending(draft, id);
  } catch (error) {
    const { message, remedy } = asExplained(error);
    await report(new ExplainedError(vscode.l10n.t('Nothing was sent. {0}', message), remedy, error));
    return undefined;
  }
}

/** A reviewed start that failed, with the draft to return to and its current store. */
export class NotStarted extends ExplainedError {
  readonly draft: Draft;
  readonly store: DraftStore;

  constructor(draft: Draft, store: DraftStore, { message, remedy, cause }: ExplainedError) {
    super(message, remedy, cause);
    this.draft = draft;
    this.store = store;
  }
}
