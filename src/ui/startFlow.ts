import * as vscode from 'vscode';
import { draftFieldsFrom, hasTask, misfitIn, requestOf, type Draft, type DraftFields } from '../domain/draft';
import type { Connection, DraftStore, KeyStore, SettingsSource } from '../domain/ports';
import { preflight, type Warning } from '../domain/preflight';
import type { ConversationStartRequest, ConversationStartResponse } from '../domain/records';
import type { ServiceUrlResult } from '../domain/serviceUrl';
import { shownSettings } from '../domain/settingsState';
import { withoutUserInfo } from '../domain/secretShapes';
import { Targets, type ProviderMemory } from '../domain/targets';
import { commands } from '../names';
import { askSessionKey } from './askSessionKey';
import { asExplained } from './explain';
import { commandRemedy, ExplainedError } from './explanation';
import type { Report } from './explanation';
import { reviewSheet, type Reviewed } from './reviewSheet';
import { connectionMissing, reportStarted, sendStart, type SendPorts } from './sendStart';
import { warningWords } from './warningWords';

type Ready = Extract<Connection, { kind: 'ready' }>;

export interface StartPorts extends SendPorts {
  readonly keys: KeyStore;
  /** Read when it is first needed. */
  readonly draft: () => Promise<DraftStore>;
  readonly providers: ProviderMemory;
  readonly settings: Pick<SettingsSource, 'state' | 'load'>;
  readonly report: Report;
  readonly configuration: {
    /** The setting as it stands, which may be no address. */
    readonly serviceUrl: ServiceUrlResult;
    readonly serviceUrlText: string;
  };
  /** A start that nobody reviewed is about to be sent, with what a person would have been told. */
  readonly onWillStart: (start: UnattendedStart) => void;
}

/** What goes out without review, and the warnings that a review would have shown. */
export interface UnattendedStart {
  readonly request: ConversationStartRequest;
  readonly warnings: readonly { readonly kind: Warning['kind']; readonly message: string }[];
}

/**
 * The command `startConversation`, and the one way to start. Without a request, or with one that says nothing to do, a
 * person reviews it first; else it starts as it is. Whoever passed a request gets its errors; a person gets them shown.
 * @returns the service's answer; `undefined` when a person cancelled, or was told why it did not start
 * @throws {ExplainedError} what went wrong with a request that was passed, in a sentence fit to show
 */
export async function startConversation(
  argument: unknown,
  ports: StartPorts,
): Promise<ConversationStartResponse | undefined> {
  const fields = draftFieldsFrom(argument);
  try {
    if (!ports.workspace.isTrusted) throw untrusted();
    return fields
      ? await startRequest(fields, ports)
      : await startWithReview(await (await ports.draft()).load(), ports);
  } catch (error) {
    if (fields) throw asExplained(error);
    await ports.report(error, ...backTo(error, ports));
    return undefined;
  }
}

async function startRequest(fields: DraftFields, ports: StartPorts): Promise<ConversationStartResponse | undefined> {
  const misfit = misfitIn(fields);
  if (misfit) {
    throw new ExplainedError(
      vscode.l10n.t('The request was not sent: "{0}" should be {1}.', misfit.field, misfit.expected),
    );
  }
  // What to do never comes from the workspace: without looking at it, we know whether there is something.
  const draft: Draft = { fields };
  return hasTask(requestOf(draft, { target: undefined, instructions: '' }))
    ? startUnattended(draft, ports)
    : startWithReview({ ...(await (await ports.draft()).load()), fields }, ports);
}

async function startWithReview(initial: Draft, ports: StartPorts): Promise<ConversationStartResponse | undefined> {
  for (let draft = initial; ;) {
    const service = serviceWords(ports);
    const reviewed = await review(draft, service, ports);
    if (!reviewed) return undefined;
    draft = reviewed.draft;
    if (!(await confirmTask(reviewed))) continue;
    const connection = await ensureConnection(ports);
    // The sheet named one service; another one that was set meanwhile is to be seen first.
    if (connection?.address.baseUrl === service) return sendReviewed(reviewed, connection, ports);
  }
}

async function sendReviewed(
  { draft, request }: Reviewed,
  connection: Ready,
  ports: StartPorts,
): Promise<ConversationStartResponse> {
  const drafts = await ports.draft();
  const held = drafts.hold(draft);
  try {
    const result = await sendStart(request, connection, ports);
    if (result.outcome !== 'started') throw new NotStarted(draft, asExplained(result.error));
    drafts.clear(draft);
    reportStarted(result, request, ports.history);
    return result.response;
  } finally {
    held.release();
  }
}

/** A reviewed start that did not work, with the draft to go back to. */
class NotStarted extends ExplainedError {
  readonly draft: Draft;

  constructor(draft: Draft, { message, remedy }: ExplainedError) {
    super(message, remedy);
    this.draft = draft;
  }
}

/** The way back to what was written. */
function backTo(error: unknown, ports: StartPorts) {
  if (!(error instanceof NotStarted)) return [];
  const again = () =>
    startWithReview(error.draft, ports).catch((failure: unknown) => ports.report(failure, ...backTo(failure, ports)));
  return [{ label: vscode.l10n.t('Back to the Message'), run: again }];
}

async function startUnattended(draft: Draft, ports: StartPorts): Promise<ConversationStartResponse> {
  const surroundings = await targetsOf(ports).find();
  const { target } = surroundings;
  if (draft.fields.repository === undefined && target.notes.some(({ kind }) => kind === 'several')) {
    throw new ExplainedError(vscode.l10n.t('Several repositories are open: name the one to work on in "repository".'));
  }
  const connection = await ports.service.connect();
  if (connection.kind !== 'ready') throw connectionMissing(connection);
  const request = requestOf(draft, surroundings);
  const warnings = preflight(request, target, shownSettings(ports.settings.state)?.settings);
  for (const warning of warnings) ports.log.warn('Before a start:', { ...warning });
  ports.onWillStart({
    request,
    warnings: warnings.map((warning) => ({ kind: warning.kind, message: warningWords(warning) })),
  });
  const result = await sendStart(request, connection, ports);
  if (result.outcome === 'started') {
    reportStarted(result, request, ports.history);
    return result.response;
  }
  throw asExplained(result.error);
}

async function review(draft: Draft, service: string, ports: StartPorts): Promise<Reviewed | undefined> {
  const targets = targetsOf(ports);
  const drafts = await ports.draft();
  return reviewSheet({
    draft,
    service,
    surroundings: targets.find(draft.chosen),
    settings: shownSettings(ports.settings.state)?.settings,
    ports: { targets, actions: await ports.workspace.repositoryActions(), serviceUrl: service },
    report: ports.report,
    onDidChange: (changed) => drafts.save(changed),
  });
}

function targetsOf({ workspace, settings, providers }: StartPorts): Targets {
  return new Targets(workspace, settings, providers);
}

/** The address that the sheet is about, or what stands in its place. */
function serviceWords({ configuration }: StartPorts): string {
  const { serviceUrl, serviceUrlText } = configuration;
  return serviceUrl.ok ? serviceUrl.address.baseUrl : withoutUserInfo(serviceUrlText);
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
  else await vscode.commands.executeCommand(commands.setServiceUrl);
  const again = await service.connect();
  return again.kind === 'ready' ? again : undefined;
}

function untrusted(): ExplainedError {
  return new ExplainedError(
    vscode.l10n.t(
      'Conversations cannot be started in Restricted Mode: what would be sent comes from a workspace that you have not trusted.',
    ),
    commandRemedy(vscode.l10n.t('Manage Workspace Trust'), 'workbench.trust.manage'),
  );
}
