import type { Conversation, ConversationChange } from '../conversations/conversation';
import { fieldsNotKept, storedRequest } from '../conversations/storedRequest';
import { askPreparation, preparationOf, type Preparation } from '../conversations/preparation';
import { type Client, type StartBody, StartTask } from '../client/client';
import type { ConversationStartRequest } from '../client/records';
import { sanitizeServerText } from '../client/serverText';
import { mayHaveStarted, ServiceError } from '../client/serviceError';
import { finishStart, saveIfPossible, type FinishPorts, type StartResult } from '../conversations/acceptedStart';
import type { StartRecorder } from '../conversations/history';

export interface Start {
  /** The extension's own id of the start. */
  readonly id: string;
  readonly request: ConversationStartRequest;
  readonly baseUrl: string;
  /** Name of the API that it's sent with; the interface's if not set. */
  readonly api?: string;
  readonly workspace?: string | undefined;
  readonly timeoutSeconds: number;
  /** The process that sends it, in the form of `thisProcess`. */
  readonly sender: string;
  /** Sent as the id of the conversation, if the request itself has none. */
  readonly proposedId?: string | undefined;
  readonly filledBy?: string | undefined;
  readonly suggested?: readonly string[] | undefined;
  readonly resultBranch?: string | undefined;
  readonly signal: AbortSignal | undefined;
}

export interface RecordPorts extends FinishPorts {
  /** Sends the start. The outcome, if it isn't known, is asked for with `client`. */
  readonly startClient: Pick<Client, 'prepare' | 'startConversation'>;
  readonly history: StartRecorder;
  /** Called after the start was saved, just before it's sent. */
  readonly onSaved?: (conversation: Conversation) => void;
  /** True if another conversation with this id, started from this machine, may be running on the service. */
  readonly mayRunAs: (conversationId: string) => boolean;
}

/**
 * Sends a start and records it in the history. First, the request is checked: an invalid one isn't saved, because it may
 * contain anything. Then it is saved as "sending", sent once, and its outcome is saved. One that can't be saved isn't sent.
 * If the service prepares the conversation after accepting the start, this waits for the end of that.
 */
export async function recordAndSend(start: Start, ports: RecordPorts): Promise<StartResult> {
  const { id, signal } = start;
  const recorded = await record(start, ports).catch((error: unknown) => ({ error }));
  if ('error' in recorded) return { outcome: 'notStarted', id, error: recorded.error };
  const { body, conversation } = recorded;
  ports.onSaved?.(conversation);
  const result = await send(start, body, ports);
  const finish = (preparation: Preparation) => finishStart(conversation, ports, preparation, signal);
  if (result instanceof StartTask) return finish(preparationOf(result));
  await saveIfPossible(id, changeByResult(result, ports), ports);
  if (result.outcome !== 'mayHaveStarted' || signal?.aborted) return result;
  const found = await askPreparation(ports.client, conversation, signal).catch(() => undefined);
  return found && found.kind !== 'lost' ? finish(found) : result;
}

/** @throws if the request can't be sent, or the start can't be saved */
async function record(
  start: Start,
  { startClient, history, now }: RecordPorts,
): Promise<{ readonly body: StartBody; readonly conversation: Conversation }> {
  const { request, proposedId, signal } = start;
  const sent = proposedId === undefined ? request : { ...request, conversation_id: proposedId };
  const body = await startClient.prepare(sent, signal);
  const conversation = conversationOf(start, now());
  await history.add(conversation);
  return { body, conversation };
}

async function send(
  { id, request, signal }: Start,
  body: StartBody,
  { startClient, mayRunAs }: RecordPorts,
): Promise<StartResult | StartTask> {
  try {
    const response = await startClient.startConversation(body, signal);
    if (response instanceof StartTask) return response;
    const { conversation_id: conversationId, conversation_status: status } = response;
    // The service returns a running conversation that has the requested id. A new one isn't running yet.
    if (request.conversation_id !== undefined && (status === 'RUNNING' || mayRunAs(conversationId)))
      return { outcome: 'mayHaveStarted', id, error: new JoinedConversation(conversationId, status) };
    return { outcome: 'started', id, response };
  } catch (error) {
    // An unexpected error doesn't tell whether the request was sent.
    const outcome = !(error instanceof ServiceError) || mayHaveStarted(error) ? 'mayHaveStarted' : 'notStarted';
    return { outcome, id, error };
  }
}

function changeByResult(result: StartResult, { now }: RecordPorts): ConversationChange {
  if (result.outcome === 'started') {
    const { conversation_id: conversationId, conversation_status: status } = result.response;
    return { outcome: 'started', ...reported(conversationId, status, now) };
  }
  const { outcome, error } = result;
  return { outcome, ...(error instanceof JoinedConversation && reported(error.conversationId, error.status, now)) };
}

function reported(conversationId: string, status: unknown, now: () => number): ConversationChange {
  return {
    conversationId,
    ...(typeof status === 'string' && { status: sanitizeServerText(status) ?? '', reportedAt: now() }),
  };
}

function conversationOf(start: Start, now: number): Conversation {
  const notKept = fieldsNotKept(start.request);
  return {
    id: start.id,
    baseUrl: start.baseUrl,
    ...(start.api !== undefined && { api: start.api }),
    ...(start.workspace !== undefined && { workspace: start.workspace }),
    request: storedRequest(start.request),
    ...(notKept.length > 0 && { notKept }),
    ...(start.filledBy !== undefined && { filledBy: start.filledBy }),
    ...(start.suggested && start.suggested.length > 0 && { suggested: start.suggested }),
    ...(start.resultBranch !== undefined && { resultBranch: start.resultBranch }),
    outcome: 'sending',
    sentAt: now,
    deadline: now + (start.timeoutSeconds + 5) * 1000,
    sender: start.sender,
    ...(start.proposedId !== undefined && { proposedId: start.proposedId }),
  };
}

/** The requested id may belong to a running conversation. The service then returned that one and ignored the message. */
export class JoinedConversation extends Error {
  override readonly name = 'JoinedConversation';
  readonly conversationId: string;
  readonly status: unknown;

  constructor(conversationId: string, status: unknown) {
    super('The conversation may have been running already.');
    this.conversationId = conversationId;
    this.status = status;
  }
}
