import * as vscode from 'vscode';
import type { Connection, History, Log, ServiceAccess, Workspace } from '../domain/ports';
import type { ConversationStartRequest } from '../domain/records';
import { startConversation, type StartResult } from '../domain/startConversation';
import { commands } from '../names';
import { explain } from './explain';
import { ExplainedError, type Explanation } from './explanation';
import { explainServiceUrl } from './explainInput';
import { report } from './report';
import { withProgress } from './withProgress';
import { placeWords } from './targetWords';

export interface SendPorts {
  readonly service: ServiceAccess;
  readonly history: History;
  readonly workspace: Workspace;
  readonly log: Log;
  readonly newId: () => string;
  /** This window's process, which waits for the answer. */
  readonly processId: number;
}

type Started = Extract<StartResult, { outcome: 'started' }>;
type Failed = Exclude<StartResult, Started>;

/**
 * Sends a reviewed request: the one door through which every start leaves.
 * @throws {ExplainedError} when address or key are missing; nothing was sent then
 */
export async function sendStart(
  request: ConversationStartRequest,
  ports: SendPorts,
  options: { readonly progress: boolean },
): Promise<StartResult> {
  const connection = await ports.service.connect();
  if (connection.kind !== 'ready') throw connectionMissing(connection);
  const send = (signal?: AbortSignal) => sendTo(connection, request, ports, signal);
  return options.progress ? withProgress(progressTitle(request), send) : send();
}

async function sendTo(
  { client, address, timeoutSeconds }: Extract<Connection, { kind: 'ready' }>,
  request: ConversationStartRequest,
  { history, workspace, log, newId, processId }: SendPorts,
  signal: AbortSignal | undefined,
): Promise<StartResult> {
  const { baseUrl } = address;
  log.info('Starting a conversation.', { baseUrl, repository: request.repository, branch: request.selected_branch });
  const result = await startConversation(
    { id: newId(), request, baseUrl, workspace: workspace.id, timeoutSeconds, sender: processId, signal },
    { client, memory: history, now: Date.now, explain: (error) => explain(error).sentence },
  );
  if (result.outcome === 'started') {
    log.info('Conversation started.', {
      id: result.response.conversation_id,
      status: result.response.conversation_status,
    });
  } else {
    log.error('Conversation not started.', {
      outcome: result.outcome,
      error: String(result.error),
      cause: causeOf(result.error),
    });
  }
  return result;
}

function causeOf(error: unknown): string | undefined {
  return error instanceof Error && error.cause instanceof Error ? error.cause.message : undefined;
}

function progressTitle(request: ConversationStartRequest): string {
  const place = placeWords(request);
  return place === undefined
    ? vscode.l10n.t('Starting a conversation...')
    : vscode.l10n.t('Starting a conversation in {0}...', place);
}

/** The one notification of a start that worked. */
export function reportStarted({ id }: Started, request: ConversationStartRequest, history: History): void {
  const place = placeWords(request);
  const sentence =
    place === undefined ? vscode.l10n.t('Conversation started.') : vscode.l10n.t('Conversation started in {0}.', place);
  const open = vscode.l10n.t('Open in Browser');
  void vscode.window.showInformationMessage(sentence, open).then((clicked) => {
    if (clicked === open) return vscode.commands.executeCommand(commands.openConversation, history.get(id));
    return undefined;
  });
}

/** The notification of one that did not: why, and the way back to what was written. */
export async function reportFailure({ error }: Failed): Promise<void> {
  await report(error, { label: vscode.l10n.t('Back to the Message'), command: commands.startConversation });
}

/** The error of a start without a person, as a sentence. */
export function failureOf({ error }: Failed): ExplainedError {
  const { sentence, remedy }: Explanation = explain(error);
  return new ExplainedError(sentence, remedy);
}

/** What a start needs, in a sentence, when there is nobody to ask. */
function connectionMissing(connection: Exclude<Connection, { kind: 'ready' }>): ExplainedError {
  if (connection.kind === 'badAddress') return new ExplainedError(explainServiceUrl(connection.reason));
  return new ExplainedError(vscode.l10n.t('No session key is set for {0}.', connection.address.origin), {
    label: vscode.l10n.t('Set Session Key...'),
    command: commands.setSessionKey,
  });
}
