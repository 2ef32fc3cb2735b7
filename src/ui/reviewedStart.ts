import * as vscode from 'vscode';
import { hasTask, type Draft } from '../domain/draft';
import { nothingTicked, tickedServers, type TickedServers } from '../domain/mcp/tickedServers';
import { filledFields } from '../domain/filling';
import type { DraftStore } from '../domain/ports/drafts';
import type { Connection } from '../domain/ports/service';
import type { ConversationStartResponse } from '../domain/records';
import { shownServiceUrl } from '../domain/serviceUrl';
import { shownSettings } from '../domain/settingsState';
import { commands } from '../names';
import { askSessionKey } from './connection/askSessionKey';
import { confirmUnchecked } from './connection/confirmUnchecked';
import { asExplained } from './explain';
import { commandRemedy, ExplainedError, type Remedy } from './explanation';
import { confirmFilled } from './confirmFilled';
import { keepIn } from './drafts/keepIn';
import { tellSetAside } from './drafts/tellSetAside';
import { writeInEditor } from './drafts/writeInEditor';
import { handedOut } from './handedOut';
import { reportStarted, sendStart } from './sendStart';
import { reviewSheet, type Reviewed } from './sheet/reviewSheet';
import { targetsOf, type StartPorts } from './startPorts';

type Ready = Extract<Connection, { kind: 'ready' }>;

/**
 * Shows a draft on the review sheet and starts what a person decided to send. Errors are shown, not thrown.
 * @param store where the draft is kept until its conversation has started
 * @returns the service's answer; `undefined` when nothing was started, or nobody knows
 */
export async function startReviewed(
  draft: Draft,
  store: DraftStore,
  ports: StartPorts,
): Promise<ConversationStartResponse | undefined> {
  try {
    requireTrust(ports);
    return await reviewAndSend(draft, store, ports);
  } catch (error) {
    await ports.report(error, ...backTo(error, ports));
    return undefined;
  }
}

/** @throws {ExplainedError} when a person has not said that they trust what is open here */
export function requireTrust({ workspace }: StartPorts): void {
  if (workspace.isTrusted) return;
  throw new ExplainedError(
    vscode.l10n.t(
      'Conversations cannot be started in Restricted Mode: what would be sent comes from a workspace that you have not trusted.',
    ),
    commandRemedy(vscode.l10n.t('Manage Workspace Trust'), 'workbench.trust.manage'),
  );
}

/**
 * The same for whoever passed a request: what went wrong is theirs to hear.
 * @throws {ExplainedError} why it did not start
 */
export async function reviewAndSend(
  initial: Draft,
  store: DraftStore,
  ports: StartPorts,
): Promise<ConversationStartResponse | undefined> {
  for (let draft = initial; ;) {
    const service = serviceWords(ports);
    const reviewed = await review(draft, service, store, ports);
    if (!reviewed) return undefined;
    draft = reviewed.draft;
    if (!(await confirmTask(reviewed))) continue;
    if (!(await confirmFilled(reviewed, service, ports))) continue;
    const connection = await ensureConnection(ports);
    // The sheet named one service; another one that was set meanwhile is to be seen first.
    if (connection?.address.baseUrl !== service) continue;
    if (await isKept(draft, store, ports)) return sendReviewed(reviewed, connection, store, ports);
  }
}

/** The draft is on disk before anything leaves: what ends this window then costs no word of it. */
async function isKept(draft: Draft, store: DraftStore, { report }: StartPorts): Promise<boolean> {
  try {
    await store.again(draft);
    return true;
  } catch (error) {
    const { message, remedy } = asExplained(error);
    await report(new ExplainedError(vscode.l10n.t('Nothing was sent. {0}', message), remedy, error));
    return false;
  }
}

async function sendReviewed(
  { draft, request }: Reviewed,
  connection: Ready,
  store: DraftStore,
  ports: StartPorts,
): Promise<ConversationStartResponse> {
  const held = store.hold(draft);
  const fail = async (error: unknown) => new NotStarted(draft, await held.release(), asExplained(error));
  const sending = sendStart(request, connection, ports, undefined, filledFields(draft));
  const result = await sending.catch(async (error: unknown) => {
    throw await fail(error);
  });
  if (result.outcome !== 'started') throw await fail(result.error);
  store.clear(draft);
  await held.release();
  reportStarted(result, request, connection, ports);
  return handedOut(result.response, ports);
}

/** A reviewed start that did not work, with the draft to go back to and where it is kept now. */
class NotStarted extends ExplainedError {
  readonly draft: Draft;
  readonly store: DraftStore;

  constructor(draft: Draft, store: DraftStore, { message, remedy }: ExplainedError) {
    super(message, remedy);
    this.draft = draft;
    this.store = store;
  }
}

/** The way back to what was written. */
function backTo(error: unknown, ports: StartPorts): Remedy[] {
  if (!(error instanceof NotStarted)) return [];
  const { draft, store } = error;
  const again = async () => {
    // What cannot be kept on disk is on the sheet all the same, which is all there is of it.
    const kept = await store.again(draft).catch(async (failure: unknown) => (await ports.report(failure), draft));
    return startReviewed(kept, store, ports);
  };
  return [{ label: vscode.l10n.t('Back to the Message'), run: again }];
}

async function review(
  draft: Draft,
  service: string,
  store: DraftStore,
  ports: StartPorts,
): Promise<Reviewed | undefined> {
  const targets = targetsOf(ports);
  tellSetAside(store);
  return reviewSheet({
    draft,
    service,
    surroundings: targets.find(draft.chosen),
    mcp: ticked(ports),
    settings: shownSettings(ports.settings.state)?.settings,
    ports: {
      targets,
      actions: await ports.workspace.repositoryActions(),
      templates: ports.templates,
      workspace: ports.workspace,
      mcp: ports.mcp,
      service: ports.service,
      writeInEditor: (message) => writeInEditor(message, store, ports),
      previews: ports.previews,
      redactor: ports.redactor,
      serviceUrl: service,
    },
    open: ports.openSheet,
    report: ports.report,
    ...keepIn(store, draft, ports.report),
  });
}

/** Servers that cannot be read keep nobody from starting: the sheet shows that none goes along. */
async function ticked({ mcp, report }: StartPorts): Promise<TickedServers> {
  try {
    return await tickedServers(await mcp());
  } catch (error) {
    await report(error);
    return nothingTicked;
  }
}

/** The address that the sheet is about, or what stands in its place. */
function serviceWords({ configuration }: StartPorts): string {
  const { serviceUrl, serviceUrlText } = configuration;
  return serviceUrl.ok ? serviceUrl.address.baseUrl : shownServiceUrl(serviceUrlText);
}

/** A start with nothing to do reserves a machine that waits: possible, but not by an Enter too early. */
async function confirmTask({ request }: Reviewed): Promise<boolean> {
  if (hasTask(request)) return true;
  const goOn = vscode.l10n.t('Start Without a Message');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('Start without telling the agent what to do?'),
    { modal: true, detail: vscode.l10n.t('The conversation waits for its first message in the browser.') },
    goOn,
  );
  return answer === goOn;
}

/** Address and key, asked for when they are first needed; `undefined` when a question was closed. */
async function ensureConnection({ service, keys }: StartPorts): Promise<Ready | undefined> {
  const connection = await service.connect();
  if (connection.kind === 'ready') return connection;
  if (connection.kind === 'noKey') await askSessionKey(connection.address, keys, service);
  else if (connection.kind === 'unchecked') await confirmUnchecked(connection.address, service);
  else await vscode.commands.executeCommand(commands.setServiceUrl);
  const again = await service.connect();
  return again.kind === 'ready' ? again : undefined;
}
