import {
  omittedFields,
  remember,
  type Conversation,
  type ConversationChange,
  type FilledFields,
} from '../../conversations/common/conversation';
import type { StartMemory } from '../../conversations/common/history';
import type { Client } from '../../client/common/client';
import type { ConversationStartRequest, ConversationStartResponse } from '../../client/common/records';
import { sanitiseServerText } from '../../client/common/serverText';
import { StartTask } from '../../client/common/startTask';
import { mayHaveStarted, ServiceError } from '../../client/common/serviceError';

export interface Start {
  readonly id: string;
  readonly request: ConversationStartRequest;
  readonly baseUrl: string;
  readonly workspace?: string | undefined;
  readonly timeoutSeconds: number;
  readonly sender: number;
  /** Fields that the user didn't fill in, saved with the conversation. */
  readonly filled?: FilledFields | undefined;
  /** Name of the branch that the instructions ask for, saved with the conversation. */
  readonly resultBranch?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface RecordPorts {
  readonly client: Pick<Client, 'check' | 'startConversation'>;
  readonly memory: StartMemory;
  readonly now: () => number;
  readonly explain: (error: unknown) => Explained | Promise<Explained>;
}

/** Explanation of a failed start. */
export interface Explained {
  /** The message that explains the error to the user, saved with the conversation. */
  readonly problem: string;
  /** A check of the service has shown that it did not start. */
  readonly notStarted?: true;
}

/** Result of a start. There are three outcomes, not two. */
export type StartResult =
  | { readonly outcome: 'started'; readonly id: string; readonly response: ConversationStartResponse }
  | { readonly outcome: 'notStarted' | 'mayHaveStarted'; readonly id: string; readonly error: unknown };

/**
 * The only way to send a conversation: it is validated, saved as "sending", sent once, and its outcome saved. A request
 * that can't be sent as it is isn't saved: it may contain anything.
 * @throws when the start can't be saved; nothing was sent then
 */
export async function recordAndSend(start: Start, ports: RecordPorts): Promise<StartResult> {
  try {
    await ports.client.check(start.request);
  } catch (error) {
    return { outcome: 'notStarted', id: start.id, error };
  }
  await ports.memory.sent(conversationOf(start, ports.now()));
  const result = await send(start, ports);
  // The explanation may take a while; the outcome is known now.
  await note(start.id, changeBy(result, ports), ports);
  if (result.outcome === 'started') return result;
  const { problem, notStarted = false } = await explained(result.error, ports.explain);
  const outcome = notStarted ? 'notStarted' : result.outcome;
  const change = { ...(outcome !== result.outcome && { outcome }), ...(problem !== '' && { problem }) };
  if (Object.keys(change).length > 0) await note(start.id, change, ports);
  return { ...result, outcome };
}

async function note(id: string, change: ConversationChange, { memory }: RecordPorts): Promise<void> {
  try {
    await memory.changed(id, change);
  } catch {
    // The service's answer is valid, whether or not it can be saved here.
  }
}

async function send({ id, request, signal }: Start, { client }: RecordPorts): Promise<StartResult> {
  try {
    const response = await client.startConversation(request, signal);
    if (response instanceof StartTask) throw new Error('Start tasks are not followed yet.');
    const { conversation_id: conversationId, conversation_status: status } = response;
    // A new conversation is reported as starting, or as stopped.
    if (request.conversation_id !== undefined && status === 'RUNNING')
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
  const { outcome, error } = result;
  return {
    outcome,
    ...(error instanceof JoinedConversation && reported(error.conversationId, error.status, now)),
  };
}

function reported(conversationId: string, status: unknown, now: () => number): ConversationChange {
  return {
    conversationId,
    ...(typeof status === 'string' && { status: sanitiseServerText(status) ?? '', reportedAt: now() }),
  };
}

/** An outcome without an explanation is better than none. */
async function explained(error: unknown, explain: RecordPorts['explain']): Promise<Explained> {
  try {
    return await explain(error);
  } catch {
    return { problem: '' };
  }
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
