import type { Conversation, ConversationChange, FilledFields } from '../../conversations/common/conversation';
import { omittedFields, remember } from '../../conversations/common/rememberedRequest';
import type { StartMemory } from '../../conversations/common/history';
import { askProposed, changeByPreparation } from '../../conversations/common/preparation';
import type { Client } from '../../client/common/client';
import type { ConversationStartRequest } from '../../client/common/records';
import { sanitiseServerText } from '../../client/common/serverText';
import { StartTask } from '../../client/common/startTask';
import { mayHaveStarted, ServiceError } from '../../client/common/serviceError';
import { finishStart, type FinishPorts } from './finishStart';
import { note, startedAs, withReason, type StartResult } from './startResult';

export interface Start {
  readonly id: string;
  readonly request: ConversationStartRequest;
  readonly baseUrl: string;
  readonly workspace?: string | undefined;
  readonly timeoutSeconds: number;
  readonly sender: number;
  /** Sent as the conversation's id, and saved; the request has none then. */
  readonly proposedId?: string | undefined;
  /** Fields that the user didn't fill in, saved with the conversation. */
  readonly filled?: FilledFields | undefined;
  /** Name of the branch that the instructions ask for, saved with the conversation. */
  readonly resultBranch?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface RecordPorts extends FinishPorts {
  readonly client: Pick<Client, 'check' | 'startConversation' | 'startTask' | 'conversations'>;
  readonly memory: StartMemory;
}

/**
 * The only way to send a conversation: it is validated, saved as "sending", sent once, and its outcome saved. If the
 * service accepts it and only then prepares it, that is saved and waited for. A request that can't be sent as it is
 * isn't saved: it may contain anything.
 * @throws when the start can't be saved; nothing was sent then
 */
export async function recordAndSend(start: Start, ports: RecordPorts): Promise<StartResult> {
  const { id, request, proposedId, signal } = start;
  const sent = proposedId === undefined ? request : { ...request, conversation_id: proposedId };
  try {
    await ports.client.check(sent);
  } catch (error) {
    return { outcome: 'notStarted', id, error };
  }
  await ports.memory.sent(conversationOf(start, ports.now()));
  const result = await send({ ...start, request: sent }, ports);
  if (result instanceof StartTask) {
    const accepted = { ...start, taskId: result.id, waiter: start.sender };
    return finishStart(accepted, ports, result, signal);
  }
  // The explanation may take a while; the outcome is known now.
  await note(id, changeBy(result, ports), ports);
  if (result.outcome !== 'mayHaveStarted' || signal?.aborted) return withReason(result, ports);
  const found = await askProposed(ports.client, proposedId, signal).catch(() => undefined);
  if (!found) return withReason(result, ports);
  await note(id, changeByPreparation(found, ports.now()), ports);
  return startedAs(id, found);
}

async function send(
  { id, request, proposedId, signal }: Start,
  { client }: RecordPorts,
): Promise<StartResult | StartTask> {
  try {
    const response = await client.startConversation(request, signal);
    if (response instanceof StartTask) return response;
    const { conversation_id: conversationId, conversation_status: status } = response;
    // A new conversation is reported as starting, or as stopped.
    if (request.conversation_id !== undefined && proposedId === undefined && status === 'RUNNING')
      return { outcome: 'notStarted', id, error: new JoinedConversation(conversationId, status) };
    return { outcome: 'started', id, response };
  } catch (error) {
    // An unexpected error doesn't tell how far the request got.
    const outcome = !(error instanceof ServiceError) || mayHaveStarted(error) ? 'mayHaveStarted' : 'notStarted';
    return { outcome, id, error };
  }
}

function changeBy(result: StartResult, { now }: RecordPorts): ConversationChange {
  if (result.outcome === 'started') {
    const { conversation_id: conversationId, conversation_status: status } = result.response;
    return { outcome: 'started', ...reported(conversationId, status, now) };
  }
  const { error } = result;
  return {
    outcome: result.outcome === 'notStarted' ? 'notStarted' : 'mayHaveStarted',
    ...(error instanceof JoinedConversation && reported(error.conversationId, error.status, now)),
  };
}

function reported(conversationId: string, status: unknown, now: () => number): ConversationChange {
  return {
    conversationId,
    ...(typeof status === 'string' && { status: sanitiseServerText(status) ?? '', reportedAt: now() }),
  };
}

function conversationOf(start: Start, now: number): Conversation {
  const unkept = omittedFields(start.request);
  return {
    id: start.id,
    baseUrl: start.baseUrl,
    ...(start.workspace !== undefined && { workspace: start.workspace }),
    request: remember(start.request),
    ...(unkept.length > 0 && { notKept: unkept }),
    ...(start.filled && { filled: start.filled }),
    ...(start.resultBranch !== undefined && { resultBranch: start.resultBranch }),
    outcome: 'sending',
    sentAt: now,
    deadline: now + (start.timeoutSeconds + 5) * 1000,
    sender: start.sender,
    ...(start.proposedId !== undefined && { proposedId: start.proposedId }),
  };
}

/** The requested id was that of a running conversation: the service returned that one, and dropped what was sent. */
export class JoinedConversation extends Error {
  override readonly name = 'JoinedConversation';
  readonly conversationId: string;
  /** Status reported by the service. */
  readonly status: string;

  constructor(conversationId: string, status: string) {
    super('The conversation was running already.');
    this.conversationId = conversationId;
    this.status = status;
  }
}
