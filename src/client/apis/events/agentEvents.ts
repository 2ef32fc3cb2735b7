import * as z from 'zod/mini';
import type { AgentEvent, AgentMessage, UnansweredActions, WaitingAction } from '../../client';
import { isRecord } from '../../../base/json';
import { ellipsize } from '../../../base/text';

const text = z.nullish(z.string());
const parts = z.array(z.object({ type: z.string(), text }));

const event = z.object({
  kind: z.string(),
  id: text,
  timestamp: z.string().check(z.regex(/^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)?$/)),
  source: text,
  llm_message: z.nullish(z.object({ content: parts })),
  tool_name: text,
  tool_call_id: text,
  /** `null` if the agent's call wasn't valid. */
  action: z.nullish(z.custom<Readonly<Record<string, unknown>>>(isRecord)),
  /** The id of the action that this event is the result of. */
  action_id: text,
  summary: text,
  security_risk: text,
  code: text,
  detail: text,
  key: text,
  value: z.optional(z.unknown()),
});
type EventAnswer = z.infer<typeof event>;

/** The fields that are read from a page of events. Images in messages, which come back whole, aren't read. */
export const eventsAnswer = z.object({ items: z.array(event) });

/** Maximum length of a text or an action in UTF-16 units: more than anyone reads, but too little to slow an editor. */
const longest = 200_000;

/** The same length in JSON, where an escape of up to six characters can stand for one. */
const longestEscaped = 6 * longest;

/** Returns the text's first `most` UTF-16 units without the secrets of the call. The rest isn't searched. */
type Hide = (text: string, most: number) => string;

/** @returns `undefined` for an event that says nothing of its own, or more than can be shown */
export function agentEvent({ kind, timestamp, ...fields }: EventAnswer, hide: Hide): AgentEvent | undefined {
  const at = inUtc(timestamp);
  const shown = (value: string | null | undefined) => beginningOf(value ?? '', hide);
  if (kind === 'MessageEvent') {
    const texts = (fields.llm_message?.content ?? []).flatMap((part) =>
      part.type === 'text' ? [part.text ?? ''] : [],
    );
    return { at, kind: 'message', by: fields.source === 'agent' ? 'agent' : 'user', text: shown(texts.join('\n\n')) };
  }
  if (kind === 'ConversationErrorEvent')
    return { at, kind: 'error', code: shown(fields.code), text: shown(fields.detail) };
  if (kind !== 'ActionEvent' || !fields.action) return undefined;
  if (fields.action['kind'] !== 'FinishAction') return actionOf(at, fields.action, fields, hide);
  const { message } = fields.action;
  return { at, kind: 'finish', text: shown(typeof message === 'string' ? message : '') };
}

export function messagesAmong(events: readonly EventAnswer[], hide: Hide): readonly AgentMessage[] {
  return events.flatMap((one) => {
    const event = agentEvent(one, hide);
    return event?.kind === 'message' ? [event] : [];
  });
}

/** A time with a zone in UTC, with six decimals, so that such times sort as texts. Any other time stays as it is. */
function inUtc(time: string): string {
  const zone = /(?:Z|[+-]\d\d:?\d\d)$/.exec(time)?.[0];
  if (zone === undefined) return time;
  const [seconds = '', fraction = ''] = time.slice(0, -zone.length).split('.');
  const date = new Date(`${seconds}${zone}`);
  if (Number.isNaN(date.getTime())) return seconds;
  return `${date.toISOString().slice(0, 19)}.${fraction.padEnd(6, '0')}Z`;
}

function beginningOf(text: string, hide: Hide): string {
  const beginning = hide(text, longest);
  return ellipsize(text.length > longest ? `${beginning}…` : beginning, longest);
}

/** @returns `undefined` for one that can't be shown as a whole: nothing of what is agreed to may be missing */
function actionOf(
  at: string,
  action: Readonly<Record<string, unknown>>,
  { tool_name, summary, security_risk: risk }: Pick<EventAnswer, 'tool_name' | 'summary' | 'security_risk'>,
  hide: Hide,
): WaitingAction | undefined {
  // Indented JSON can be many times as long: it's made only of what is short without.
  const bare = Object.values(action).reduce<number>((sum, value) => sum + JSON.stringify(value).length, 0);
  if (isDeeperThan(deepest, action) || bare > longestEscaped) return undefined;
  const tool = tool_name ?? '';
  const details = Object.entries(action).map(([name, value]) => [name, textOf(value)] as const);
  const length = [...details.flat(), tool, summary ?? '', risk ?? ''].reduce((sum, part) => sum + part.length, 0);
  if (length > longest) return undefined;
  const hidden = (text: string) => hide(text, longest);
  return {
    at,
    kind: 'action',
    tool: hidden(tool),
    details: details.map(([name, value]) => [hidden(name), hidden(value)] as const),
    ...(summary && { summary: hidden(summary) }),
    ...(risk && { risk: hidden(risk) }),
  };
}

/** Calls have a few levels. Each is indented by those above it: the text would grow with their square. */
const deepest = 32;

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}

/** A blank text in quotes, so that there is something to see. */
function textOf(value: unknown): string {
  return typeof value === 'string' && value.trim() !== '' ? value : JSON.stringify(value, undefined, 2);
}

const results: readonly string[] = ['ObservationEvent', 'UserRejectObservation', 'AgentErrorEvent'];

/**
 * The actions that wait for a confirmation. Services get events in their order, but late: when they have got the status to
 * wait, they have got what the agent planned before.
 */
export function waitingActions({ status, actions, others }: Unanswered): readonly WaitingAction[] | undefined {
  const isKnown = status === 'WAITING_FOR_CONFIRMATION' && others === 0 && actions?.length !== 0;
  return isKnown ? actions : undefined;
}

interface Unanswered extends UnansweredActions {
  /** How many have none, but nothing to carry out: the agent's final answers. */
  readonly others: number;
}

/**
 * @param events the newest ones, newest first
 * @param isAll true if there are no older ones
 */
export function unansweredActions(events: readonly EventAnswer[], isAll: boolean, hide: Hide): Unanswered {
  const status = events.map(statusIn).find((said) => said !== undefined);
  // A result is newer than its action: models give later calls the same id.
  const isDone = ({ id, tool_call_id: call }: EventAnswer, at: number) =>
    events
      .slice(0, at)
      .filter(({ kind }) => results.includes(kind))
      .some((one) => (one.action_id ? one.action_id === id : call && one.tool_call_id === call));
  const waiting = events.filter((one, at) => one.kind === 'ActionEvent' && one.action && !isDone(one, at));
  const [oldest] = waiting.slice(-1);
  const older = oldest ? events.slice(events.indexOf(oldest) + 1) : events;
  // A step that is over: those of the one that waits are all newer. The user may also write while one waits.
  const isOver = ({ kind, source }: EventAnswer) =>
    kind === 'ObservationEvent' || (kind === 'MessageEvent' && (oldest !== undefined || source === 'agent'));
  const hasAll = isAll || older.some(isOver);
  const others = waiting.filter(({ action }) => action?.['kind'] === 'FinishAction').length;
  const actions = waiting.flatMap((one) => {
    const event = agentEvent(one, hide);
    return event?.kind === 'action' ? [event] : [];
  });
  const areAll = hasAll && actions.length + others === waiting.length;
  return {
    ...(typeof status === 'string' && { status: agentStatus(status.toUpperCase()) }),
    ...(areAll && { actions: actions.reverse() }),
    others,
  };
}

/** The status of a conversation whose agent has this one, in capitals. */
export function agentStatus(execution: string): string {
  return execution === 'ERROR' || execution === 'PAUSED' ? `AGENT_${execution}` : execution;
}

function statusIn({ kind, key, value }: EventAnswer): unknown {
  if (kind !== 'ConversationStateUpdateEvent') return undefined;
  const { success, data } = fullState.safeParse(value);
  return key === 'execution_status' ? value : success ? (data.execution_status ?? undefined) : undefined;
}

const fullState = z.object({ execution_status: text });
