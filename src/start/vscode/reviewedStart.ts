import * as vscode from 'vscode';
import { PreparationError } from '../../conversations/preparation';
import { whilePreparing } from '../../conversations/vscode/explainPreparation';
import type { Draft } from '../../draft/draft';
import type { DraftStore } from '../../draft/draftStore';
import type { ConversationStartResponse } from '../../client/records';
import { commandRemedy, ExplainedError, type Remedy } from '../../base/vscode/explanation';
import { followUp } from './followUp/followUp';
import { confirmStart } from './confirmStart';
import { withTextNow } from '../../draft/vscode/sheetDraft';
import type { StartPorts } from './startPorts';
import { asExplained } from './explain';
import { handedOut } from './unattendedStart';
import { reportStarted } from './reportStarted';
import { beginSending, NotStarted, sendStart } from './sendStart';
import type { ReadyConnection } from '../../service/serviceConnection';
import { connectTo } from '../../service/vscode/connection/connectTo';
import { hasId } from '../../conversations/conversation';
import { mayRunHere } from '../../conversations/conversationToShow';
import { nothingTicked, tickedServers, type TickedServers } from '../../mcp/mcpServers';
import { shownServiceUrl } from '../../client/serviceUrl';
import type { Dialect } from '../../client/dialect';
import { findWarnings } from '../findWarnings';
import { knownSettings, readingError, type KnownSettings } from '../../service/settingsState';
import { Targets } from '../../repository/targets';
import { reviewSheet, type Reviewed } from './sheet/reviewSheet';
import type { SheetState } from './sheet/sheetState';

/**
 * Shows a draft on the review sheet and starts what the user decided to send. Errors are shown, not thrown.
 * @param store stores the draft until its conversation has started
 * @param fresh the draft without the saved one that it continues
 * @returns the service's answer; `undefined` when nothing was started, or that is unknown
 */
export async function startReviewed(
  draft: Draft,
  store: DraftStore,
  ports: StartPorts,
  fresh?: Draft,
): Promise<ConversationStartResponse | undefined> {
  try {
    requireTrust(ports);
    const { to, ...start } = draft;
    const conversation = to === undefined ? undefined : await ports.history.read(to);
    if (!conversation) return await reviewAndSend(to === undefined ? draft : start, store, ports, fresh);
    await followUp(draft, conversation, store, ports);
    return undefined;
  } catch (error) {
    await ports.report(error, ...backTo(error, ports));
    return undefined;
  }
}

/** @throws {ExplainedError} when the user doesn't trust the workspace */
export function requireTrust({ workspace }: Pick<StartPorts, 'workspace'>): void {
  if (workspace.isTrusted) return;
  throw new ExplainedError(
    vscode.l10n.t("Conversations can't be started in Restricted Mode. Trust this workspace to start one."),
    commandRemedy(vscode.l10n.t('Manage Workspace Trust'), 'workbench.trust.manage'),
  );
}

/**
 * Like `startReviewed`, for callers that pass a request: errors go to them.
 * @throws {ExplainedError} why it did not start
 */
export async function reviewAndSend(
  initial: Draft,
  store: DraftStore,
  ports: StartPorts,
  fresh?: Draft,
): Promise<ConversationStartResponse | undefined> {
  for (let draft = initial; ;) {
    const service = serviceWords(ports);
    const reviewed = await reviewDraft({ draft, fresh: draft === initial ? fresh : undefined }, service, store, ports);
    if (!reviewed) return undefined;
    const { held } = ports.openSheet;
    const connection =
      (await confirmStart(reviewed, service, ports)) && (await connectionFor(reviewed, service, ports));
    // Questions leave time to write on in the document, and to open another sheet, which may have more of this draft.
    draft = await withTextNow(reviewed.draft, store);
    if (ports.openSheet.held !== held) return undefined;
    const isSeen = draft === reviewed.draft;
    const response = connection && isSeen && (await sendReviewed(reviewed, connection, store, ports));
    if (response) return response;
  }
}

/** Shows the sheet for a draft of this store, with everything that is known about where it goes. */
async function reviewDraft(
  { draft, fresh }: Pick<SheetState, 'draft' | 'fresh'>,
  service: string,
  store: DraftStore,
  ports: StartPorts,
): Promise<Reviewed | undefined> {
  const { state } = ports.settings;
  const initial = {
    draft,
    fresh,
    running: mayRunHere(ports.history.conversations, service, Date.now()),
    isUsedId: (used: string) => ports.history.conversations.some((one) => hasId(one, service, used)),
    settings: knownSettings(state),
    settingsError: readingError(state),
  };
  const find = async () => {
    const [surroundings, mcp, dialect, mayRunAt] = await Promise.all([
      new Targets(ports).find(draft.chosen),
      ticked(ports),
      ports.service.dialect(),
      startInDoubt(draft, ports),
    ]);
    return { surroundings, mcp, dialect, mayRunAt };
  };
  return reviewSheet({ initial, find, service, store }, ports);
}

/** The service where a start of this draft may be running. An unreadable history is reported elsewhere. */
async function startInDoubt({ sentAs }: Draft, { history }: Pick<StartPorts, 'history'>): Promise<string | undefined> {
  if (sentAs === undefined) return undefined;
  const sent = await history.read(sentAs).catch(() => undefined);
  return sent && sent.outcome !== 'notStarted' ? sent.baseUrl : undefined;
}

/** Unreadable servers don't prevent a start: the sheet shows that none is sent. */
async function ticked({ mcp, report }: Pick<StartPorts, 'mcp' | 'report'>): Promise<TickedServers> {
  try {
    return await tickedServers(await mcp());
  } catch (error) {
    await report(error);
    return nothingTicked;
  }
}

/** The service URL that the sheet is about, or a substitute for it. */
function serviceWords({ configuration }: Pick<StartPorts, 'configuration'>): string {
  const { serviceUrl, serviceUrlText } = configuration;
  return serviceUrl.ok ? serviceUrl.address.baseUrl : shownServiceUrl(serviceUrlText);
}

/** Actions that lead on: back to the draft, or to the service while it's preparing the conversation. */
function backTo(error: unknown, ports: StartPorts): readonly Remedy[] {
  if (error instanceof ExplainedError && error.cause instanceof PreparationError) return whilePreparing(error.cause);
  if (!(error instanceof NotStarted)) return [];
  const { draft, store } = error;
  const again = async () => {
    // A draft that can't be saved to disk is on the sheet anyway, its only copy.
    const kept = await store.restore(draft).catch(async (failure: unknown) => (await ports.report(failure), draft));
    return startReviewed(kept, store, ports);
  };
  return [{ label: vscode.l10n.t('Back to Review Sheet'), run: again }];
}

/**
 * Sends what the user reviewed, and ends its draft.
 * @param store stores the draft until its conversation has started
 * @returns the service's answer; `undefined` if the draft couldn't be saved: that was reported, and nothing was sent
 * @throws {NotStarted} why it did not start
 * @throws {ExplainedError} that the service is still preparing the conversation
 */
async function sendReviewed(
  { draft: reviewed, request, clone, id }: Reviewed,
  connection: ReadyConnection,
  store: DraftStore,
  ports: StartPorts,
): Promise<ConversationStartResponse | undefined> {
  const sending = await beginSending(reviewed, id, store, ports);
  if (!sending) return undefined;
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
 * Connects to the service that the sheet showed, prompting on first use.
 * @returns `undefined` if the sheet has to be shown again: a prompt was closed, another service has been configured, or
 *   the settings loaded with a new key cause warnings that the sheet couldn't know of
 */
async function connectionFor(
  { request }: Reviewed,
  baseUrl: string,
  ports: Pick<StartPorts, 'service' | 'keys' | 'settings'>,
): Promise<ReadyConnection | undefined> {
  const kindsOf = (known: KnownSettings, dialect: Dialect) =>
    findWarnings({ request, target: { notes: [] }, settings: known, dialect }).map(({ kind }) => kind);
  const seen = kindsOf(knownSettings(ports.settings.state), await ports.service.dialect());
  const before = await ports.service.connect();
  const connection = before.kind === 'ready' ? before : await connectTo(ports);
  if (connection?.address.baseUrl !== baseUrl) return undefined;
  if (connection === before) return connection;
  const brought = kindsOf(knownSettings(await ports.settings.adopt()), connection.dialect);
  return brought.every((kind) => seen.includes(kind)) ? connection : undefined;
}
