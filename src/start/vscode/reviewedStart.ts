import * as vscode from 'vscode';
import { mayRun } from '../../conversations/common/conversation';
import { knownToRun } from '../../conversations/common/conversationToShow';
import { PreparationError } from '../../conversations/common/preparation';
import { whilePreparing } from '../../conversations/vscode/explainPreparation';
import { hasTask, isBlank, neverSent, type Draft } from '../../draft/common/draft';
import { nothingTicked, tickedServers, type TickedServers } from '../../mcp/common/mcpServers';
import { filledFields } from '../../draft/common/filling';
import type { DraftStore } from '../../draft/common/drafts';
import type { ConversationStartResponse } from '../../client/common/records';
import { shownServiceUrl } from '../../client/common/serviceUrl';
import { knownSettings } from '../../service/common/settingsState';
import { asExplained } from '../../draft/vscode/explain';
import { commandRemedy, ExplainedError, type Remedy } from '../../base/vscode/explanation';
import { confirmFilled } from './confirmFilled';
import { keepIn, setAside, tellSetAside, writeInEditor } from './documents/draftStores';
import { handedOut } from './unattendedStart';
import { reportStarted, sendStart } from './sendStart';
import { bringsWarnings, ensureConnection, type Ready } from './startConnection';
import { followSettings } from './sheet/followSettings';
import { reviewSheet, type Reviewed } from './sheet/reviewSheet';
import type { SheetState } from './sheet/sheetState';
import { targetsOf } from '../../repository/common/targets';
import type { StartPorts } from './startPorts';

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
    return await reviewAndSend(draft, store, ports, fresh);
  } catch (error) {
    await ports.report(error, ...backTo(error, ports));
    return undefined;
  }
}

/** @throws {ExplainedError} when the user doesn't trust the workspace */
export function requireTrust({ workspace }: Pick<StartPorts, 'workspace'>): void {
  if (workspace.isTrusted) return;
  throw new ExplainedError(
    vscode.l10n.t(
      "Conversations can't be started in Restricted Mode: what would be sent comes from a workspace you haven't trusted.",
    ),
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
    const reviewed = await review({ draft, fresh: draft === initial ? fresh : undefined }, service, store, ports);
    if (!reviewed) return undefined;
    draft = reviewed.draft;
    if (!(await confirmTask(reviewed))) continue;
    if (!(await confirmFilled(reviewed, service, ports))) continue;
    const before = { settings: knownSettings(ports.settings.state), dialect: await ports.service.dialect() };
    const { connection, isNew } = await ensureConnection(ports);
    // The sheet showed one service; if another one was configured meanwhile, it has to be shown first.
    if (connection?.address.baseUrl !== service) continue;
    if (isNew && (await bringsWarnings(reviewed.request, before, connection.dialect, ports.settings))) continue;
    if (!(await isKept(draft, store, ports))) continue;
    draft = await markSent(draft, store, ports);
    return sendReviewed({ ...reviewed, draft }, connection, store, ports);
  }
}

/** If this window closes now, the draft still names its start that may be running. Not needed for an empty draft. */
async function markSent(draft: Draft, store: DraftStore, { newId }: Pick<StartPorts, 'newId'>): Promise<Draft> {
  const marked = isBlank(draft) ? neverSent(draft) : { ...draft, sentAs: newId() };
  store.save(marked);
  // It could be saved a moment ago; that is enough.
  await store.restore(marked).catch(() => undefined);
  return marked;
}

/** The draft is on disk before anything is sent: if this window closes then, no word of it is lost. */
async function isKept(draft: Draft, store: DraftStore, { report }: Pick<StartPorts, 'report'>): Promise<boolean> {
  try {
    await store.restore(draft);
    return true;
  } catch (error) {
    const { message, remedy } = asExplained(error);
    await report(new ExplainedError(vscode.l10n.t('Nothing was sent. {0}', message), remedy, error));
    return false;
  }
}

async function sendReviewed(
  { draft, request, clone }: Reviewed,
  connection: Ready,
  store: DraftStore,
  ports: StartPorts,
): Promise<ConversationStartResponse> {
  const held = store.markSending(draft);
  const fail = async (error: unknown) => new NotStarted(draft, await held.release(), asExplained(error));
  const about = {
    id: draft.sentAs,
    request,
    filled: filledFields(draft),
    resultBranch: draft.resultBranch?.name,
    clone,
  };
  const sending = sendStart(about, connection, ports);
  const result = await sending.catch(async (error: unknown) => {
    throw await fail(error);
  });
  if (result.outcome === 'preparing') {
    // The draft stays until it's known whether it has started; sending it again isn't what to do next.
    await held.release();
    throw asExplained(result.error);
  }
  if (result.outcome !== 'started') throw await fail(result.error);
  store.clear(draft);
  await held.release();
  reportStarted(result, request, connection, ports);
  return handedOut(result.response, ports);
}

/** A reviewed start that failed, with the draft to return to and its current store. */
class NotStarted extends ExplainedError {
  readonly draft: Draft;
  readonly store: DraftStore;

  constructor(draft: Draft, store: DraftStore, { message, remedy, cause }: ExplainedError) {
    super(message, remedy, cause);
    this.draft = draft;
    this.store = store;
  }
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
  return [{ label: vscode.l10n.t('Back to Review'), run: again }];
}

async function review(
  { draft, fresh }: Pick<SheetState, 'draft' | 'fresh'>,
  service: string,
  store: DraftStore,
  ports: StartPorts,
): Promise<Reviewed | undefined> {
  const targets = targetsOf(ports);
  tellSetAside(store);
  return reviewSheet({
    draft,
    fresh,
    service,
    surroundings: targets.find(draft.chosen),
    mcp: ticked(ports),
    dialect: ports.service.dialect(),
    mayRunAt: startInDoubt(draft, ports),
    running: knownToRun(ports.history.conversations, service, Date.now()),
    settings: knownSettings(ports.settings.state),
    followSettings: (listener) => followSettings(ports.settings, listener),
    ports: {
      targets,
      actions: await ports.workspace.repositoryActions(),
      templates: ports.templates,
      workspace: ports.workspace,
      mcp: ports.mcp,
      service: ports.service,
      settings: ports.settings,
      writeInEditor: (message) => writeInEditor(message, store, ports),
      setAside: async (restored) => {
        store.save(restored);
        await setAside(await ports.drafts());
      },
      previews: ports.previews,
      redactor: ports.redactor,
      serviceUrl: service,
    },
    open: ports.openSheet,
    report: ports.report,
    ...keepIn(store, draft, ports.report),
  });
}

/** The service where a start of this draft may be running. An unreadable history is reported elsewhere. */
async function startInDoubt({ sentAs }: Draft, { history }: Pick<StartPorts, 'history'>): Promise<string | undefined> {
  if (sentAs === undefined) return undefined;
  await history.load().catch(() => []);
  const sent = history.get(sentAs);
  // A draft outlives its start if that was still being prepared when waiting for it ended.
  return sent && (sent.outcome === 'started' || mayRun(sent, Date.now())) ? sent.baseUrl : undefined;
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

/** A start without a task reserves an idle machine: possible, but not by pressing Enter too early. */
async function confirmTask({ request }: Reviewed): Promise<boolean> {
  if (hasTask(request)) return true;
  const goOn = vscode.l10n.t('Start Without Message');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('Start without telling the agent what to do?'),
    { modal: true, detail: vscode.l10n.t('The conversation waits for its first message in the browser.') },
    goOn,
  );
  return answer === goOn;
}
