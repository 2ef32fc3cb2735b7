import * as z from 'zod/mini';
import type { AgentEvent, AgentMessage, UnansweredActions, WaitingAction } from '../../client';
import { isRecord } from '../../../base/json';
import { ellipsize } from '../../../base/text';

const text = z.nullish(z.string());
const parts = z.array(z.object({ type: z.string(), text }));

const eventAnswer = z.object({
  kind: z.string(),
  id: text,
  timestamp: z.string().check(z.regex(/^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)?$/)),
  source: text,
  llm_message: z.nullish(z.object({ content: parts })),
  tool_name: text,
  tool_call_id: text,
  /**
   * A record, or `null` if the agent's call wasn't valid. Other kinds of events may have something else under this name,
   * and must not hide the rest of the page.
   */
  action: z.optional(z.unknown()),
  /** The id of the action that this event is the result of. */
  action_id: text,
  summary: text,
  security_risk: text,
  code: text,
  detail: text,
  key: text,
  value: z.optional(z.unknown()),
});
type EventAnswer = z.infer<typeof eventAnswer>;

/** The fields that are read from a page of events. Images, which the service returns in full, aren't read. */
export const eventsAnswer = z.object({ items: z.array(eventAnswer) });

/** Maximum length of a text or an action, in UTF-16 units: too long to read, but short enough for an editor. */
const maxLength = 200_000;

/** The same length in JSON, where one character may be escaped as six. */
const maxEscapedLength = 6 * maxLength;

/** Returns the first UTF-16 units of a text, without known secrets. The rest isn't searched. */
type Hide = (text: string, maxLength: number) => string;

/**
 * True for a message that neither the user nor the agent wrote, such as one of a hook, or in which the agent says nothing:
 * servers record the answer of a model even if it's empty, and remind the agent to go on.
 */
export function isSilent({ kind, source, llm_message: message }: EventAnswer): boolean {
  if (kind !== 'MessageEvent') return false;
  if (source === 'agent') return wordsOf(message).trim() === '';
  return source === 'environment' || source === 'hook';
}

function wordsOf(message: EventAnswer['llm_message']): string {
  const texts = (message?.content ?? []).flatMap((part) => (part.type === 'text' ? [part.text ?? ''] : []));
  return texts.join('\n\n');
}

/** @returns `undefined` for an event that has nothing to show, or an action that is too large to show */
export function agentEvent(event: EventAnswer, hide: Hide): AgentEvent | undefined {
  if (isSilent(event)) return undefined;
  const { kind, timestamp, ...fields } = event;
  const at = inUtc(timestamp);
  const shown = (value: string | null | undefined) => shownBeginning(value ?? '', hide);
  if (kind === 'MessageEvent') {
    const by = fields.source === 'agent' ? 'agent' : 'user';
    return { at, kind: 'message', by, text: shown(wordsOf(fields.llm_message)) };
  }
  if (kind === 'ConversationErrorEvent')
    return { at, kind: 'error', code: shown(fields.code), text: shown(fields.detail) };
  if (kind !== 'ActionEvent' || !isRecord(fields.action)) return undefined;
  if (fields.action['kind'] !== 'FinishAction') return actionOf(at, fields.action, fields, hide);
  const { message } = fields.action;
  return { at, kind: 'finish', text: shown(typeof message === 'string' ? message : '') };
}

export function messagesAmong(events: readonly EventAnswer[], hide: Hide): readonly AgentMessage[] {
  return events.flatMap((answer) => {
    const read = agentEvent(answer, hide);
    return read?.kind === 'message' ? [read] : [];
  });
}

/** The time zone at the end of a time in ISO 8601. Agent servers leave it out in the times of events. */
export const timeZone = /(?:Z|[+-]\d\d:?\d\d)$/;

/** Converts a time with a zone to UTC with six decimals, so that times can be sorted as texts. Others stay unchanged. */
function inUtc(time: string): string {
  const zone = timeZone.exec(time)?.[0];
  if (zone === undefined) return time;
  const [seconds = '', fraction = ''] = time.slice(0, -zone.length).split('.');
  const date = new Date(`${seconds}${zone}`);
  if (Number.isNaN(date.getTime())) return seconds;
  return `${date.toISOString().slice(0, 19)}.${fraction.padEnd(6, '0')}Z`;
}

function shownBeginning(text: string, hide: Hide): string {
  const beginning = hide(text, maxLength);
  return ellipsize(text.length > maxLength ? `${beginning}…` : beginning, maxLength);
}

/** @returns `undefined` if it can't be shown in full: the user must see everything that a confirmation carries out */
function actionOf(
  at: string,
  action: Readonly<Record<string, unknown>>,
  { tool_name, summary, security_risk: risk }: Pick<EventAnswer, 'tool_name' | 'summary' | 'security_risk'>,
  hide: Hide,
): WaitingAction | undefined {
  if (isNestedDeeperThan(maxLevels, action)) return undefined;
  // Indentation can make JSON many times as long, so the length without it is checked first.
  const unindentedLength = Object.values(action).reduce<number>((sum, value) => sum + JSON.stringify(value).length, 0);
  if (unindentedLength > maxEscapedLength) return undefined;
  const tool = tool_name ?? '';
  const details = Object.entries(action).map(([name, value]) => [name, textOf(value)] as const);
  const length = [...details.flat(), tool, summary ?? '', risk ?? ''].reduce((sum, part) => sum + part.length, 0);
  if (length > maxLength) return undefined;
  const withoutSecrets = (text: string) => hide(text, maxLength);
  return {
    at,
    kind: 'action',
    tool: withoutSecrets(tool),
    details: details.map(([name, value]) => [withoutSecrets(name), withoutSecrets(value)] as const),
    ...(summary && { summary: withoutSecrets(summary) }),
    // Without an analyzer, services say that the risk is unknown.
    ...(risk && risk !== 'UNKNOWN' && { risk: withoutSecrets(risk) }),
  };
}

/**
 * Real actions have a few levels. The indentation of a deeper one would grow with the square of its depth, and
 * `JSON.stringify` fails at some thousands of levels, which `JSON.parse` still reads.
 */
const maxLevels = 32;

function isNestedDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isNestedDeeperThan(levels - 1, inner));
}

/** A text as it is. A blank one is put in quotes, so that it can be seen. */
function textOf(value: unknown): string {
  return typeof value === 'string' && value.trim() !== '' ? value : JSON.stringify(value, undefined, 2);
}

const resultKinds: readonly string[] = ['ObservationEvent', 'UserRejectObservation', 'AgentErrorEvent'];

/**
 * The actions that wait for a confirmation. Services receive events late, but in order. So once the status "waiting" is
 * among the events, the actions from before it are, too.
 * @returns `undefined` if they aren't all known
 */
export function waitingActions({ status, actions, finalAnswers }: Unanswered): readonly WaitingAction[] | undefined {
  const isKnown = status === 'WAITING_FOR_CONFIRMATION' && finalAnswers === 0 && actions?.length !== 0;
  return isKnown ? actions : undefined;
}

interface Unanswered extends UnansweredActions {
  /** Number of the agent's final answers, which have no result either, but aren't carried out. */
  readonly finalAnswers: number;
}

/**
 * The actions without a result, and the newest status, in a list of events.
 * @param events newest first
 * @param isAll true if the conversation has no older events
 */
export function unansweredActions(events: readonly EventAnswer[], isAll: boolean, hide: Hide): Unanswered {
  const status = events.map(statusIn).find((found) => found !== undefined);
  // Only newer events can be the result of an action. Older ones may have the same id, because models reuse ids.
  const isDone = ({ id, tool_call_id: call }: EventAnswer, at: number) =>
    events
      .slice(0, at)
      .filter(({ kind }) => resultKinds.includes(kind))
      .some((result) => (result.action_id ? result.action_id === id : call && result.tool_call_id === call));
  const waiting = events.filter((one, at) => one.kind === 'ActionEvent' && one.action && !isDone(one, at));
  const oldest = waiting.at(-1);
  const older = oldest ? events.slice(events.indexOf(oldest) + 1) : events;
  // If an event of an earlier step is known, no older action can be waiting. The user may write at any time, so a message
  // of theirs only proves that if a waiting action came after it.
  const isEarlierStep = ({ kind, source }: EventAnswer) =>
    kind === 'ObservationEvent' || (kind === 'MessageEvent' && (oldest !== undefined || source === 'agent'));
  const hasAllEvents = isAll || older.some(isEarlierStep);
  const finalAnswers = waiting.filter(({ action }) => isRecord(action) && action['kind'] === 'FinishAction').length;
  const actions = waiting.flatMap((answer) => {
    const read = agentEvent(answer, hide);
    return read?.kind === 'action' ? [read] : [];
  });
  const areActionsComplete = hasAllEvents && actions.length + finalAnswers === waiting.length;
  return {
    ...(typeof status === 'string' && { status: agentStatus(status.toUpperCase()) }),
    ...(areActionsComplete && { actions: actions.reverse() }),
    finalAnswers,
  };
}

/** The status of a conversation by that of its agent, in capitals. Some names mean something else in the interface. */
export function agentStatus(execution: string): string {
  return execution === 'ERROR' || execution === 'PAUSED' ? `AGENT_${execution}` : execution;
}

function statusIn({ kind, key, value }: EventAnswer): unknown {
  if (kind !== 'ConversationStateUpdateEvent') return undefined;
  const { success, data } = fullState.safeParse(value);
  return key === 'execution_status' ? value : success ? (data.execution_status ?? undefined) : undefined;
}

const fullState = z.object({ execution_status: text });
