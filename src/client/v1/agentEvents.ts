import * as z from 'zod/mini';
import type { AgentEvent, WaitingAction } from '../client';
import { ellipsize } from '../../base/text';

const text = z.nullish(z.string());
const parts = z.array(z.object({ type: z.string(), text }));

const event = z.object({
  kind: z.string(),
  id: text,
  timestamp: z.string().check(z.regex(/^\d{4}-\d\d-\d\dT[\d:.]+$/)),
  source: text,
  llm_message: z.nullish(z.object({ content: parts })),
  tool_name: text,
  tool_call_id: text,
  /** `null` if the agent's call wasn't valid. */
  action: z.nullish(z.record(z.string(), z.unknown())),
  /** Of the action that an event is the result of. */
  action_id: text,
  summary: text,
  security_risk: text,
  code: text,
  detail: text,
  key: text,
  value: z.optional(z.unknown()),
});
type EventAnswer = z.infer<typeof event>;

/** What is read of a page of events; images in messages, which come back whole, aren't. */
export const eventsAnswer = z.object({ items: z.array(event) });

/** Of a text or an action: more than anyone reads, and less than what makes an editor slow. In UTF-16 units. */
const longest = 200_000;

/**
 * @param hide removes the secrets of the call
 * @returns `undefined` for an event that says nothing of its own, or more than can be shown
 */
export function agentEvent(
  { kind, timestamp: at, ...its }: EventAnswer,
  hide: (text: string) => string,
): AgentEvent | undefined {
  const shown = (value: string | null | undefined) => ellipsize(hide(value ?? ''), longest);
  if (kind === 'MessageEvent') {
    const texts = (its.llm_message?.content ?? []).flatMap((part) => (part.type === 'text' ? [part.text ?? ''] : []));
    return { at, kind: 'message', by: its.source === 'agent' ? 'agent' : 'user', text: shown(texts.join('\n\n')) };
  }
  if (kind === 'ConversationErrorEvent') return { at, kind: 'error', code: shown(its.code), text: shown(its.detail) };
  if (kind !== 'ActionEvent' || !its.action) return undefined;
  if (its.action['kind'] !== 'FinishAction') return actionOf(at, its, hide);
  const { message } = its.action;
  return { at, kind: 'finish', text: shown(typeof message === 'string' ? message : '') };
}

/** @returns `undefined` for one that can't be shown as a whole: nothing of what is agreed to may be missing */
function actionOf(at: string, its: Omit<EventAnswer, 'kind' | 'timestamp'>, hide: (text: string) => string) {
  const { kind: _, ...members } = its.action ?? {};
  const said = Object.entries(members).filter(([, value]) => value !== null && value !== false && value !== '');
  if (isDeeperThan(deepest, members)) return undefined;
  const details = [
    ['tool', its.tool_name ?? ''] as const,
    ...said.map(([name, value]) => [name, textOf(value)] as const),
  ];
  const { summary, security_risk: risk } = its;
  const length = [...details.flat(), summary ?? '', risk ?? ''].reduce((sum, part) => sum + part.length, 0);
  if (length > longest) return undefined;
  return {
    ...{ at, kind: 'action' as const, details: details.map(([name, value]) => [hide(name), hide(value)] as const) },
    ...(summary && { summary: hide(summary) }),
    ...(risk && { risk: hide(risk) }),
  };
}

/** Calls have a few levels. Each is indented by those above it: the text would grow with their square. */
const deepest = 32;

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
}

const results: readonly string[] = ['ObservationEvent', 'UserRejectObservation', 'AgentErrorEvent'];

/**
 * The actions that have no result, oldest first, if it's certain that these are all. Services get events in their order,
 * but late: when they have got the status to wait, they have got what the agent planned before.
 * @param events the newest ones, newest first
 * @param isAll true if there are no older ones
 * @param hide removes the secrets of the call
 */
export function waitingActions(
  events: readonly EventAnswer[],
  isAll: boolean,
  hide: (text: string) => string,
): readonly WaitingAction[] | undefined {
  const status = events.map(statusIn).find((said) => said !== undefined);
  // A result is newer than its action: models give later calls the same id.
  const isDone = ({ id, tool_call_id: call }: EventAnswer, at: number) =>
    events
      .slice(0, at)
      .filter(({ kind }) => results.includes(kind))
      .some((one) => (one.action_id ? one.action_id === id : call && one.tool_call_id === call));
  const waiting = events.filter((one, at) => one.kind === 'ActionEvent' && one.action && !isDone(one, at));
  const [oldest] = waiting.slice(-1);
  const older = oldest ? events.slice(events.indexOf(oldest) + 1) : [];
  // A step that is over: those of the one that waits are all newer.
  const hasAll = isAll || older.some(({ kind }) => kind === 'MessageEvent' || kind === 'ObservationEvent');
  const actions = waiting.flatMap((one) => {
    const its = agentEvent(one, hide);
    return its?.kind === 'action' ? [its] : [];
  });
  if (status !== 'waiting_for_confirmation' || !hasAll || actions.length < waiting.length) return undefined;
  return actions.length === 0 ? undefined : actions.reverse();
}

function statusIn({ kind, key, value }: EventAnswer): unknown {
  if (kind !== 'ConversationStateUpdateEvent') return undefined;
  const { success, data } = fullState.safeParse(value);
  return key === 'execution_status' ? value : success ? (data.execution_status ?? undefined) : undefined;
}

const fullState = z.object({ execution_status: text });
