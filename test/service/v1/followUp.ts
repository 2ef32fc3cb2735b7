import { internalServerErrorAnswer, jsonAnswer, type Answer } from '../answer';
import type { Conversation } from '../conversation';
import type { SentBody } from '../startRequest';
import { isObject, listOf, missing, notAnObject, object, oneOf, optional, required, type Problem } from '../validation';
import { eventKinds } from './events';
import type { V1Circumstances } from './operations';
import { boolean, content, type Content } from './startRequest';
import { taskBody } from './startTask';
import { hyphenated, plainUuid, uuid } from './uuid';

interface SentMessage {
  readonly content: readonly Content[];
  readonly run?: boolean;
}

const role = optional(oneOf(['user'], 'literal_error'));
const sentMessage = object('ignored', { content: required(listOf(content)), run: optional(boolean), role });

/** POST /api/v1/app-conversations/{id}/send-message */
export function sendMessage(id: string, body: SentBody, circumstances: V1Circumstances): Answer {
  const { store, startTasks, events } = circumstances;
  const problems = [...uuid(id, ['path', 'conversation_id']), ...messageProblems(body)];
  if (problems.length > 0 || body.kind !== 'json') return jsonAnswer(422, { detail: problems });
  const plain = plainUuid(id) ?? '';
  const conversation = store.conversation(plain);
  if (!conversation) return detail(404, `Conversation ${hyphenated(plain)} not found`);
  if (startTasks.isRemoved(plain)) return detail(404, `Sandbox not found for conversation ${hyphenated(plain)}`);
  const { sandbox, execution } = startTasks.stateOf(conversation);
  const refusal = refusalOf(sandbox, sandboxOf(conversation));
  if (refusal) return refusal;
  const { content: parts, run = false } = body.value as SentMessage;
  // A message that runs the agent carries out the action that waits, whatever it says.
  if (execution === 'waiting_for_confirmation' && run) events.observe(plain, 'carried out');
  events.hear(plain, parts);
  if (run) store.hear({ id: plain, text: parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n') });
  const next = run ? 'running' : execution === 'finished' ? 'idle' : execution;
  startTasks.report(plain, { sandbox, execution: next });
  return jsonAnswer(200, { success: true, sandbox_status: sandbox, message: null });
}

function messageProblems(body: SentBody): readonly Problem[] {
  if (body.kind !== 'json') return [missing(null, ['body'])];
  if (!isObject(body.value)) return [notAnObject(body.value, ['body'])];
  const { content: parts } = body.value;
  if (!Array.isArray(parts) || parts.length > 0) return sentMessage(body.value, ['body']);
  const ctx = { field_type: 'List', min_length: 1, actual_length: 0 };
  const msg = 'List should have at least 1 item after validation, not 0';
  return [{ type: 'too_short', loc: ['body', 'content'], msg, input: parts, ctx }];
}

function refusalOf(sandbox: string, sandboxId: string): Answer | undefined {
  switch (sandbox) {
    case 'PAUSED':
    case 'STARTING': {
      const path = `POST /api/v1/sandboxes/${sandboxId}/resume`;
      return detail(409, `Sandbox is ${sandbox}. Use ${path} to resume it first.`);
    }
    case 'ERROR':
      return detail(503, 'Sandbox is in an error state and cannot accept messages.');
    case 'MISSING':
      return detail(410, 'Conversation is archived. The sandbox no longer exists.');
    default:
      return undefined;
  }
}

/** GET /api/v1/conversation/{id}/events/search: in the singular. An unknown conversation has no events. */
export function searchEvents(id: string, query: URLSearchParams, { events }: V1Circumstances): Answer {
  const problems = [
    ...limitProblems(query),
    ...among(['TIMESTAMP', 'TIMESTAMP_DESC'], 'sort_order', query),
    ...among(eventKinds, 'kind__eq', query, 'literal_error'),
    ...timeProblems('timestamp__gte', query),
  ];
  if (problems.length > 0) return jsonAnswer(422, { detail: problems });
  const plain = plainUuid(id);
  const from = Number(query.get('page_id') ?? 0);
  if (plain === undefined || Number.isNaN(from)) return internalServerErrorAnswer;
  const kind = query.getAll('kind__eq').at(-1);
  // Times are compared as texts.
  const since = query.get('timestamp__gte') ?? '';
  const found = events.of(plain).filter((one) => (kind ?? one.kind) === one.kind && one.timestamp >= since);
  return page(query.get('sort_order') === 'TIMESTAMP_DESC' ? found.toReversed() : found, from, query);
}

/** POST /api/v1/sandboxes/{id}/resume and /pause: of the sandbox, with every conversation in it. */
export function moveSandbox(id: string, to: 'RUNNING' | 'PAUSED', { store, startTasks }: V1Circumstances): Answer {
  const inside = store.conversations.filter((one) => sandboxOf(one) === id && !startTasks.isRemoved(one.id));
  if (inside.length === 0) return detail(404, 'Not Found');
  for (const conversation of inside) {
    const { sandbox, execution } = startTasks.stateOf(conversation);
    if (sandbox !== 'ERROR') startTasks.report(conversation.id, { sandbox: to, execution: execution ?? 'idle' });
  }
  return jsonAnswer(200, { success: true });
}

/** GET /api/v1/app-conversations/start-tasks/search: an id of ours is in `request` alone until the task is ready. */
export function searchStartTasks(query: URLSearchParams, { startTasks }: V1Circumstances): Answer {
  const wanted = query.get('conversation_id__eq');
  const since = query.get('created_at__gte');
  const problems = [
    ...limitProblems(query),
    ...among(['CREATED_AT', 'CREATED_AT_DESC', 'UPDATED_AT', 'UPDATED_AT_DESC'], 'sort_order', query),
    ...timeProblems('created_at__gte', query),
    ...(wanted === null ? [] : uuid(wanted, ['query', 'conversation_id__eq'])),
  ];
  if (problems.length > 0) return jsonAnswer(422, { detail: problems });
  const found = startTasks.all
    .filter((task) => wanted === null || (task.status === 'READY' && task.conversationId === plainUuid(wanted)))
    .filter(({ createdAt }) => since === null || Date.parse(createdAt) >= Date.parse(since));
  const ordered = query.get('sort_order') === 'CREATED_AT' ? found : found.toReversed();
  const bodies = ordered.map((task) => taskBody(task, ''));
  return page(bodies, Number(query.get('page_id') ?? 0) || 0, query);
}

function sandboxOf({ id, sandboxId }: Conversation): string {
  return sandboxId ?? id;
}

function page(found: readonly unknown[], from: number, query: URLSearchParams): Answer {
  const next = from + Number(query.get('limit') ?? 100);
  return jsonAnswer(200, { items: found.slice(from, next), next_page_id: next < found.length ? String(next) : null });
}

function limitProblems(query: URLSearchParams): readonly Problem[] {
  const input = query.get('limit') ?? '100';
  const loc = ['query', 'limit'];
  if (Number(input) <= 0)
    return [{ type: 'greater_than', loc, msg: 'Input should be greater than 0', input, ctx: { gt: 0 } }];
  const msg = 'Input should be less than or equal to 100';
  return Number(input) > 100 ? [{ type: 'less_than_equal', loc, msg, input, ctx: { le: 100 } }] : [];
}

function timeProblems(name: string, query: URLSearchParams): readonly Problem[] {
  const input = query.get(name);
  if (input === null || /^[\d-]{10}T[\d:.]+(?:Z|[+-]\d\d:\d\d)?$/.test(input)) return [];
  const error = 'input is too short';
  const msg = `Input should be a valid datetime or date, ${error}`;
  return [{ type: 'datetime_from_date_parsing', loc: ['query', name], msg, input, ctx: { error } }];
}

function among(
  values: readonly string[],
  name: string,
  query: URLSearchParams,
  type?: 'literal_error',
): readonly Problem[] {
  const input = query.getAll(name).at(-1);
  return input === undefined ? [] : oneOf(values, type)(input, ['query', name]);
}

function detail(status: number, text: string): Answer {
  return jsonAnswer(status, { detail: text });
}
