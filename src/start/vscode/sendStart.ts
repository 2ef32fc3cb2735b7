import * as vscode from 'vscode';
import type { Conversation, FilledFields } from '../../conversations/common/conversation';
import type { FollowedServices } from '../../conversations/common/followedServices';
import type { Clock } from '../../base/common/clock';
import type { History } from '../../conversations/common/history';
import type { Log } from '../../base/common/log';
import type { Connection, ServiceAccess, ReadyConnection } from '../../service/common/serviceAccess';
import type { SettingsSource } from '../../settings/common/settingsSource';
import type { CloneRemote } from '../../repository/common/target';
import type { Workspace } from '../../repository/common/workspace';
import { proposedId } from '../../client/common/dialect';
import { secretsOf } from '../../client/common/mcpSecrets';
import type { ConversationStartRequest, Settings } from '../../client/common/records';
import type { Redactor } from '../../base/common/redactor';
import { sanitiseServerText } from '../../client/common/serverText';
import { PreparationError } from '../../conversations/common/preparation';
import { currentClient } from '../common/currentClient';
import { recordAndSend } from '../common/recordAndSend';
import type { StartResult } from '../common/startResult';
import { UncheckedCertificateError } from '../../service/common/uncheckedCertificate';
import { shortestHidden } from '../../client/common/withoutSecrets';
import { commands } from '../../names';
import { asExplained } from '../../draft/vscode/explain';
import { explainFailedStart } from './explainFailedStart';
import { commandRemedy, ExplainedError } from '../../base/vscode/explanation';
import { explainServiceUrl } from '../../service/vscode/errors/explainInput';
import { openConversationPage } from '../../conversations/vscode/openConversationPage';
import { stageWords } from '../../conversations/vscode/stageWords';
import { withProgress } from '../../base/vscode/withProgress';
import { placeLabel } from '../../repository/vscode/repositoryLabels';

export interface SendPorts {
  readonly service: ServiceAccess;
  readonly history: History;
  /** Services that are asked for the status of what was started. */
  readonly followed: FollowedServices;
  readonly workspace: Workspace;
  readonly log: Log;
  /** Receives the settings that were read to explain a failed start. */
  readonly settings: Pick<SettingsSource, 'take'>;
  readonly configuration: { readonly conversationUrlTemplate: string };
  /** Saves what the clone knows of its remote when a conversation about it starts. */
  readonly rememberStart: (conversation: Conversation, clone: CloneRemote) => void;
  /** Creates a random UUID. */
  readonly newId: () => string;
  readonly clock: Clock;
  /** This window's process, which waits for the answer. */
  readonly processId: number;
  /** Knows every secret that was read, typed or sent in this window. */
  readonly redactor: Pick<Redactor, 'add' | 'redact' | 'hideKnown'>;
}

/** A request and what is saved with its conversation. */
export interface SentRequest {
  /** The extension's own id of the start, if it already has one. */
  readonly id?: string | undefined;
  readonly request: ConversationStartRequest;
  /** The fields that the user didn't fill in. */
  readonly filled?: FilledFields | undefined;
  /** Name of the branch that the agent is asked to push to. */
  readonly resultBranch?: string | undefined;
  /** The clone whose remote it is about. */
  readonly clone?: CloneRemote | undefined;
}

/**
 * Sends a request: every start goes through this function.
 * @param cancelled stops waiting, as the progress notification does
 */
export async function sendStart(
  sent: SentRequest,
  connection: ReadyConnection,
  ports: SendPorts,
  cancelled?: AbortSignal,
): Promise<StartResult> {
  return withProgress(progressTitle(sent.request), (signal, say) =>
    sendTo(connection, sent, ports, cancelled ? AbortSignal.any([signal, cancelled]) : signal, say),
  );
}

async function sendTo(
  connection: ReadyConnection,
  about: SentRequest,
  ports: SendPorts,
  signal: AbortSignal,
  say: (message: string) => void,
): Promise<StartResult> {
  const { request, clone, id = ports.newId() } = about;
  const { client, address, timeoutSeconds, dialect } = connection;
  const { history, workspace, log, newId, processId, configuration, redactor, rememberStart } = ports;
  const { baseUrl } = address;
  const proposed = request.conversation_id === undefined ? proposedId(dialect, newId()) : undefined;
  for (const secret of secretsOf(request.mcp_config)) redactor.add(secret);
  log.info('Starting conversation.', { baseUrl, repository: request.repository, branch: request.selected_branch });
  let explained: ExplainedError | undefined;
  const result = await recordAndSend(
    { ...about, id, proposedId: proposed, baseUrl, workspace: workspace.id, timeoutSeconds, sender: processId, signal },
    {
      client: {
        check: (of) => client.check(of),
        startConversation: (...of) => client.startConversation(...of),
        ...currentClient(ports.service, baseUrl),
      },
      ...ports.clock,
      onStage: (stage) => {
        log.info('Conversation being prepared.', { stage });
        say(`${stageWords(stage) ?? vscode.l10n.t('Preparing')}...`);
      },
      memory: {
        sent: async (conversation) => {
          await history.sent(conversation);
          // Runs Git while the service answers, not before it is asked.
          if (clone) setImmediate(rememberStart, conversation, clone);
        },
        changed: (id, change) => history.changed(id, change),
      },
      explain: async (error) => {
        const { error: found, notStarted } = await explainFailedStart(error, {
          request,
          signal,
          crashesWithoutToken: dialect.crashesWithoutToken,
          loadSettings: (waiting) => loadForAll(connection, ports, waiting),
          openPage: (id) => openConversationPage(baseUrl, id, configuration.conversationUrlTemplate),
        });
        explained = found;
        // Nothing has gone wrong.
        if (error instanceof PreparationError && error.end.kind === 'cancelled') return { problem: '' };
        // It is saved: secrets that the call couldn't recognize must not be, either.
        const problem = redactor.hideKnown(found.message, shortestHidden);
        return { problem, ...(notStarted && { notStarted }) };
      },
    },
  );
  if (result.outcome === 'started') {
    log.info('Conversation started.', {
      id: sanitiseServerText(result.response.conversation_id),
      status: sanitiseServerText(String(result.response.conversation_status)),
    });
  } else {
    const { outcome, error } = result;
    const details = { outcome, error: String(error), cause: causeOf(error) };
    if (outcome === 'notStarted') log.error('Conversation not started.', details);
    else log.warn("It isn't known whether the conversation has started.", details);
  }
  if (result.outcome === 'started') return result;
  const { message, remedy } = explained ?? asExplained(result.error);
  return { ...result, error: new ExplainedError(message, remedy, result.error) };
}

/** Reads the settings with the client of a start. They become the window's settings if it uses the same client. */
async function loadForAll(
  { client, address: { origin }, dialect }: ReadyConnection,
  { service, settings, log }: SendPorts,
  signal: AbortSignal,
): Promise<Settings> {
  const loading = client.loadSettings(signal);
  const isCurrent = async () => {
    const now = await service.connect();
    return now.kind === 'ready' && now.client === client;
  };
  settings
    .take({ origin, dialect, settings: loading, isCurrent })
    .catch((error: unknown) => log.error('Settings were not taken.', { error: String(error) }));
  return loading;
}

function causeOf(error: unknown): string | undefined {
  return error instanceof Error && error.cause instanceof Error ? error.cause.message : undefined;
}

function progressTitle(request: ConversationStartRequest): string {
  const place = placeLabel(request);
  return place === undefined
    ? vscode.l10n.t('Starting conversation')
    : vscode.l10n.t('Starting conversation in {0}', place);
}

/** Message saying what a start needs, if it can't prompt for it. */
export function connectionMissing(connection: Exclude<Connection, { kind: 'ready' }>): ExplainedError {
  if (connection.kind === 'badAddress') return new ExplainedError(explainServiceUrl(connection.reason));
  if (connection.kind === 'unchecked') return asExplained(new UncheckedCertificateError(connection.address.origin));
  return new ExplainedError(
    vscode.l10n.t('No session key is set for {0}.', connection.address.origin),
    commandRemedy(vscode.l10n.t('Set Session Key...'), commands.setSessionKey),
  );
}
