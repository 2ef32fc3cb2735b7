import { randomUUID } from 'node:crypto';
import type { Content } from './startRequest';
import { microseconds } from './startTask';

/** All that can be asked for, in the order of the answer that lists them. */
export const eventKinds = [
  'ServerErrorEvent',
  'ACPToolCallEvent',
  'Condensation',
  'CondensationRequest',
  'CondensationSummaryEvent',
  'ConversationErrorEvent',
  'ConversationStateUpdateEvent',
  'HookExecutionEvent',
  'LLMCompletionLogEvent',
  'ActionEvent',
  'MessageEvent',
  'AgentErrorEvent',
  'ObservationEvent',
  'UserRejectObservation',
  'SystemPromptEvent',
  'StreamingDeltaEvent',
  'TokenEvent',
  'InterruptEvent',
  'PauseEvent',
] as const;

export interface Event {
  readonly kind: string;
  /** Without a zone, six decimals. */
  readonly timestamp: string;
  readonly [field: string]: unknown;
}

type Action = Readonly<Record<string, unknown>> & { readonly kind: string };

/** Events that an agent hands over together, and milliseconds after which it hands fewer over. */
const handsOver = { together: 5, after: 30_000 };

export class Events {
  /** The clock of the conversations' machines. */
  now: () => number = Date.now;
  readonly #of = new Map<string, Event[]>();
  /** The newest ones, which the service hasn't got yet, and when it gets them. */
  readonly #held = new Map<string, { readonly events: Event[]; readonly until: number }>();
  #isLate = false;
  #last = 0;

  of(conversationId: string): readonly Event[] {
    const held = this.#held.get(conversationId);
    if (held && this.now() >= held.until) this.#handOver(conversationId);
    return this.#of.get(conversationId) ?? [];
  }

  /** From now on, agents hand events over as real ones do: five at a time, or half a minute after the first of them. */
  handOverLate(): void {
    this.#isLate = true;
  }

  /** A message of the user, as it was sent. */
  hear(conversationId: string, content: readonly Content[]): void {
    this.#add(conversationId, 'MessageEvent', 'user', { llm_message: { role: 'user', content } });
  }

  /** A message to the agent that nobody wrote: of a hook, or because the agent goes round in circles. */
  remind(conversationId: string, text: string): void {
    const llm_message = { role: 'user', content: [{ type: 'text', text }] };
    this.#add(conversationId, 'MessageEvent', 'environment', { llm_message });
  }

  /** Words of the agent; also a question. */
  say(conversationId: string, text: string): void {
    const llm_message = { role: 'assistant', content: [{ type: 'text', text }] };
    this.#add(conversationId, 'MessageEvent', 'agent', { llm_message });
  }

  /** The agent's final answer. */
  finish(conversationId: string, text: string): void {
    this.act(conversationId, { kind: 'FinishAction', message: text }, { tool_name: 'finish' });
  }

  /** A step of the agent. `null`: a call that wasn't valid. */
  act(conversationId: string, action: Action | null, more: Readonly<Record<string, unknown>> = {}): void {
    const usual = { tool_name: 'terminal', thought: [], summary: null, security_risk: 'UNKNOWN' };
    const tool_call_id = `call_${randomUUID()}`;
    this.#add(conversationId, 'ActionEvent', 'agent', { ...usual, tool_call_id, action, ...more });
  }

  /** The results of all steps that have none. An error counts for the last step before it that has its call's id. */
  observe(conversationId: string, text: string): void {
    const observation = { content: [{ type: 'text', text }], is_error: false, kind: 'TerminalObservation' };
    const isResultOf = (step: Event) => (one: Event) =>
      one['action_id'] === step['id'] ||
      (one.kind === 'AgentErrorEvent' && one['tool_call_id'] === step['tool_call_id']);
    const all = this.#all(conversationId);
    const open = all.filter(
      (one, at) => one.kind === 'ActionEvent' && one['action'] !== null && !all.slice(at + 1).some(isResultOf(one)),
    );
    for (const { id: action_id } of open)
      this.#add(conversationId, 'ObservationEvent', 'environment', { observation, action_id });
  }

  /** The steps that have no result get none: the user rejected them. */
  reject(conversationId: string, rejection_reason: string): void {
    const [step] = this.#all(conversationId)
      .filter(({ kind }) => kind === 'ActionEvent')
      .slice(-1);
    const of = { action_id: step?.['id'], tool_call_id: step?.['tool_call_id'], tool_name: step?.['tool_name'] };
    this.#add(conversationId, 'UserRejectObservation', 'environment', {
      rejection_reason,
      rejection_source: 'user',
      ...of,
    });
  }

  /** A call that came to nothing. Models give different calls the same id. */
  failCall(conversationId: string, callId: string, error: string): void {
    this.#add(conversationId, 'AgentErrorEvent', 'agent', { tool_name: 'terminal', tool_call_id: callId, error });
  }

  turn(conversationId: string, execution: string): void {
    this.#add(conversationId, 'ConversationStateUpdateEvent', 'environment', {
      key: 'execution_status',
      value: execution,
    });
  }

  fail(conversationId: string, code: string, detail: string): void {
    this.#add(conversationId, 'ConversationErrorEvent', 'environment', { code, detail });
  }

  #add(conversationId: string, kind: string, source: string, fields: Readonly<Record<string, unknown>>): void {
    // No two have the same time: their order is that of their times.
    this.#last = Math.max(this.#last + 1, this.now());
    const timestamp = microseconds(new Date(this.#last).toISOString());
    this.keep(conversationId, { id: randomUUID(), timestamp, source, ...fields, kind });
  }

  /** Adds an event as it was recorded. */
  keep(conversationId: string, event: Event): void {
    const until = this.now() + handsOver.after;
    const held = this.#held.get(conversationId) ?? { events: [], until };
    held.events.push(event);
    this.#held.set(conversationId, held);
    if (!this.#isLate || held.events.length >= handsOver.together) this.#handOver(conversationId);
  }

  #handOver(conversationId: string): void {
    this.#of.set(conversationId, this.#all(conversationId));
    this.#held.delete(conversationId);
  }

  #all(conversationId: string): Event[] {
    return [...(this.#of.get(conversationId) ?? []), ...(this.#held.get(conversationId)?.events ?? [])];
  }
}
