import { startRequest, type ConversationStartRequest, type Shape } from '../../client/common/records';
import { fieldsOf, isOfType } from '../../client/common/shapes';

/** How far a start got, as far as we know. */
export type Outcome = 'sending' | 'started' | 'notStarted' | 'mayHaveStarted';

/** Of a message that is longer, the beginning is kept: the history is no place for whole logs. In characters. */
const maxMessage = 256 * 1024;

/** The fields of which only the name is kept: the bodies of images and replays, and MCP servers, which hold secrets. */
const unkeptFields = ['image_urls', 'replay_json', 'mcp_config'] as const;

/** What is kept of a request. */
export type RememberedRequest = Omit<ConversationStartRequest, (typeof unkeptFields)[number]>;

/** Fields that somebody else filled in. `by` names a filler of this version or another. */
export interface FilledFields {
  readonly by: string;
  readonly fields: readonly string[];
}

/** A conversation started from this machine, as it is remembered. */
export interface Conversation {
  /** Our own id of the start; the service's is `conversationId`. */
  readonly id: string;
  readonly baseUrl: string;
  /** The workspace it was started from: the URI of its file or first folder; absent in an empty window. */
  readonly workspace?: string;
  readonly request: RememberedRequest;
  /** Wire names of the fields that were sent and are not in `request`, or not as a whole; absent when there was none. */
  readonly notKept?: readonly string[];
  /** The fields that somebody else filled in: a link, a chat, a tool, a command; absent when there was none. */
  readonly filled?: FilledFields;
  /** The request was long, and has here what lists show: long texts are cut, and instructions are left out. */
  readonly abridged?: true;
  readonly outcome: Outcome;
  /** When the start was sent, in milliseconds since 1970. */
  readonly sentAt: number;
  /** Until when an answer can come; a start still "sending" after that was interrupted. */
  readonly deadline: number;
  /** Process id of the window's extension host that sent it: while that lives, an answer can come. */
  readonly sender?: number;
  readonly conversationId?: string;
  /** As the service reported it: STARTING, RUNNING, STOPPED, or a value of its own. */
  readonly status?: string;
  /** When `status` was reported, in milliseconds since 1970. */
  readonly reportedAt?: number;
  /** Why it did not or may not have started: the sentence that was shown. */
  readonly problem?: string;
}

/** What may change in a conversation after it was sent. */
export type ConversationChange = Partial<
  Pick<Conversation, 'outcome' | 'conversationId' | 'status' | 'reportedAt' | 'problem'>
>;

const rememberedFields = Object.entries(fieldsOf(startRequest)).filter(
  ([name]) => !unkeptFields.some((unkept) => unkept === name),
);

/** What is kept of a value; `undefined` when it, or a member of it, is of another type. */
function kept(value: unknown, shape: Shape): unknown {
  if (!isOfType(value, shape)) return undefined;
  if (typeof shape === 'string' || !('required' in shape)) return value;
  const record = value as Readonly<Record<string, unknown>>;
  const given = Object.entries(fieldsOf(shape)).filter(([name]) => record[name] !== undefined);
  const members = given.map(([name, inner]) => [name, kept(record[name], inner)] as const);
  return members.some(([, member]) => member === undefined) ? undefined : Object.fromEntries(members);
}

/**
 * What is kept of a request. It may come from anybody's command or from a damaged file: fields that the interface does
 * not have, and values of another type, are left behind.
 */
export function remember(request: Readonly<Record<string, unknown>> | ConversationStartRequest): RememberedRequest {
  const given = request as Readonly<Record<string, unknown>>;
  const remembered: Record<string, unknown> = {};
  for (const [name, shape] of rememberedFields) {
    const value = kept(given[name], shape);
    if (value !== undefined) remembered[name] = value;
  }
  const { initial_user_msg: message } = remembered as RememberedRequest;
  if (message === undefined || message.length <= maxMessage) return remembered;
  return { ...remembered, initial_user_msg: message.slice(0, maxMessage).replace(/\p{Surrogate}$/u, '') };
}

/** The names of the fields that are sent and not kept, or not as a whole. */
export function omittedFields(request: ConversationStartRequest): readonly string[] {
  const cut = (request.initial_user_msg?.length ?? 0) > maxMessage ? ['initial_user_msg'] : [];
  return [...cut, ...unkeptFields.filter((field) => request[field] !== undefined)];
}

/**
 * The outcome as of `now`. A start that was still being sent when its window went away is one that may have started:
 * nobody is left to hear the answer.
 */
export function outcomeAt({ outcome, deadline }: Conversation, now: number): Outcome {
  return outcome === 'sending' && now > deadline ? 'mayHaveStarted' : outcome;
}

/** Whether a start, as of `now`, may have left a conversation behind that nobody has seen. */
export function mayRun(conversation: Conversation, now: number): boolean {
  const outcome = outcomeAt(conversation, now);
  return outcome === 'sending' || outcome === 'mayHaveStarted';
}

/** Longer than any row of a list is wide. */
const maxHeadline = 200;

/** First line of the message, for a row in a list; the title of a task or micro-agent where there is no message. */
export function headline({ request }: Conversation): string | undefined {
  const texts = [request.initial_user_msg, request.suggested_task?.title, request.create_microagent?.title];
  return texts.map((text) => (text === undefined ? undefined : firstLine(text))).find((line) => line !== undefined);
}

/** The field that says what to do in a conversation without a message, of which there is nothing more to show. */
export function taskField({
  request,
  notKept = [],
}: Conversation): 'suggested_task' | 'create_microagent' | 'replay_json' | undefined {
  if (notKept.includes('replay_json')) return 'replay_json';
  return (['suggested_task', 'create_microagent'] as const).find((field) => request[field] !== undefined);
}

/** The first line with words, at most as long as a row; `undefined` when there is none. */
export function firstLine(text: string): string | undefined {
  const line = /\S[^\r\n]*/.exec(text)?.[0].trimEnd();
  if (line === undefined || line.length <= maxHeadline) return line;
  return `${line.slice(0, maxHeadline - 1).replace(/\p{Surrogate}$/u, '')}…`;
}
