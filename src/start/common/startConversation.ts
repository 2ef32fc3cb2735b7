import { JoinedConversation } from './joinedConversation';
import {
  notKept,
  remember,
  type Conversation,
  type ConversationChange,
  type FilledFields,
} from '../../conversations/common/conversation';
import type { StartMemory } from '../../conversations/common/history';
import type { Client } from '../../client/common/client';
import type { ConversationStartRequest, ConversationStartResponse } from '../../client/common/records';
import { sanitiseServerText } from '../../client/common/serverText';
import { mayHaveStarted, ServiceError } from '../../client/common/serviceError';

export interface Start {
  readonly id: string;
  readonly request: ConversationStartRequest;
  readonly baseUrl: string;
  readonly workspace?: string | undefined;
  readonly timeoutSeconds: number;
  readonly sender: number;
  /** The fields that somebody else filled in, kept with the conversation. */
  readonly filled?: FilledFields | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface StartPorts {
  readonly client: Pick<Client, 'check' | 'startConversation'>;
  readonly memory: StartMemory;
  readonly now: () => number;
  readonly explain: (error: unknown) => Explained | Promise<Explained>;
}

/** What can be told of a start that failed. */
export interface Explained {
  /** The sentence that tells a person about the error, kept with the conversation. */
  readonly problem: string;
  /** A look at the service has shown that it did not start. */
  readonly notStarted?: true;
}

/** What became of a start. There are three outcomes, not two. */
export type StartResult =
  | { readonly outcome: 'started'; readonly id: string; readonly response: ConversationStartResponse }
  | { readonly outcome: 'notStarted' | 'mayHaveStarted'; readonly id: string; readonly error: unknown };

/**
 * The one way in which a conversation leaves: checked, remembered as "sending", sent once, its outcome remembered. What
 * cannot be sent as it is leaves no trace: it may hold anything.
 * @throws when the start cannot be remembered; nothing was sent then
 */
export async function startConversation(start: Start, ports: StartPorts): Promise<StartResult> {
  try {
    await ports.client.check(start.request);
  } catch (error) {
    return { outcome: 'notStarted', id: start.id, error };
  }
  await ports.memory.sent(conversationOf(start, ports.now()));
  const result = await send(start, ports);
  // The words may take a while; the outcome is known now.
  await note(start.id, changeBy(result, ports), ports);
  if (result.outcome === 'started') return result;
  const { problem, notStarted = false } = await explained(result.error, ports.explain);
  const outcome = notStarted ? 'notStarted' : result.outcome;
  const change = { ...(outcome !== result.outcome && { outcome }), ...(problem !== '' && { problem }) };
  if (Object.keys(change).length > 0) await note(start.id, change, ports);
  return { ...result, outcome };
}

async function note(id: string, change: ConversationChange, { memory }: StartPorts): Promise<void> {
  try {
    await memory.changed(id, change);
  } catch {
    // What the service did stands, whether or not it can be written down here.
  }
}

async function send({ id, request, signal }: Start, { client }: StartPorts): Promise<StartResult> {
  try {
    const response = await client.startConversation(request, signal);
    const { conversation_id: conversationId, conversation_status: status } = response;
    // A new one is reported as starting, or as stopped.
    if (request.conversation_id !== undefined && status === 'RUNNING')
      return { outcome: 'notStarted', id, error: new JoinedConversation(conversationId, status) };
    return { outcome: 'started', id, response };
  } catch (error) {
    // An error that nobody expected says nothing about how far the request got.
    const outcome = !(error instanceof ServiceError) || mayHaveStarted(error) ? 'mayHaveStarted' : 'notStarted';
    return { outcome, id, error };
  }
}

function changeBy(result: StartResult, { now }: StartPorts): ConversationChange {
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

/** An outcome without a sentence is better than none. */
async function explained(error: unknown, explain: StartPorts['explain']): Promise<Explained> {
  try {
    return await explain(error);
  } catch {
    return { problem: '' };
  }
}

function conversationOf(start: Start, now: number): Conversation {
  const unkept = notKept(start.request);
  return {
    id: start.id,
    baseUrl: start.baseUrl,
    ...(start.workspace !== undefined && { workspace: start.workspace }),
    request: remember(start.request),
    ...(unkept.length > 0 && { notKept: unkept }),
    ...(start.filled && { filled: start.filled }),
    outcome: 'sending',
    sentAt: now,
    deadline: now + (start.timeoutSeconds + 5) * 1000,
    sender: start.sender,
  };
}
