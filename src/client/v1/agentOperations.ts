import * as z from 'zod/mini';
import type { AgentEvent, AgentOperations } from '../agentOperations';
import { isUuid } from '../dialect';
import type { Caller } from '../http/caller';
import type { Call } from '../http/readAnswer';
import { startForms } from '../startForms';
import { unsendableId } from '../serviceErrors';
import { shownText } from '../shownText';
import { shortestHidden } from '../withoutSecrets';
import { foundTasksAnswer, isIdentifier, profilesAnswer } from './answers';
import { hasContent, messageBody } from './startBody';
import { taskOf } from './startTask';
import { ellipsize } from '../../base/text';

const { path: conversationsPath } = startForms.v1;

/** A service waits for its agent for half a minute before it gives up: it must not be given up earlier. */
const messageSeconds = 60;

const done = z.object({ success: z.boolean() });

/** About the number of starts that a machine makes while one answer is lost. */
const startsAtOnce = 20;

/** What services of API V1 have about a conversation where its agent works. */
export function agentOperations(caller: Caller): AgentOperations {
  /** @throws {ServiceError} if the id can't be part of a path; nothing was sent then */
  const callOn = (operation: keyof AgentOperations, prefix: string, id: string, suffix: string): Call => {
    const call = caller.callOf(operation, `${prefix}/${encodeURIComponent(id)}${suffix}`);
    const isSendable = operation === 'resumeSandbox' ? isIdentifier(id) : isUuid(id);
    if (!isSendable) throw unsendableId(call, operation === 'resumeSandbox' ? { field: 'sandbox_id' } : {});
    return call;
  };
  const asking = (call: Call, query: Readonly<Record<string, string>>): Call => {
    const url = new URL(call.url);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return { ...call, url };
  };

  return {
    async newestEvent(id, kind, signal) {
      const call = callOn('newestEvent', '/api/v1/conversation', id, '/events/search');
      const newest = asking(call, { limit: '1', sort_order: 'TIMESTAMP_DESC', kind__eq: kind });
      const { items } = await caller.get(newest, eventsAnswer, signal);
      const redactor = caller.secrets();
      const [item] = items;
      return item && agentEvent(item, (text) => redactor.hideKnown(text, shortestHidden));
    },
    async sendMessage(id, { run, ...message }, signal) {
      const call = callOn('sendMessage', conversationsPath, id, '/send-message');
      // Services take a message without content, and the agent runs on it.
      if (!hasContent(message)) throw unsendableId(call, { field: 'content', expected: 'not empty' });
      await caller.post(call, messageBody(message, run), done, signal, messageSeconds);
    },
    async resumeSandbox(id, signal) {
      await caller.post(callOn('resumeSandbox', '/api/v1/sandboxes', id, '/resume'), '', done, signal);
    },
    async modelNames(signal) {
      const call = caller.callOf('modelNames', '/api/v1/settings/profiles');
      const { profiles } = await caller.get(call, profilesAnswer, signal);
      const redactor = caller.secrets();
      // A name that a secret was removed from is another name.
      const names = profiles.map(({ model }) => model ?? '').filter((name) => shownText(name, redactor) === name);
      return [...new Set(names)];
    },
    async newestStarts(since, signal) {
      const call = caller.callOf('newestStarts', `${conversationsPath}/start-tasks/search`);
      const query = { created_at__gte: new Date(since).toISOString(), limit: String(startsAtOnce) };
      const { items } = await caller.get(asking(call, query), foundTasksAnswer, signal);
      return items.flatMap(({ request, ...task }) => {
        const id = request?.conversation_id;
        return id ? [{ proposedId: id.replaceAll('-', ''), task: taskOf(task, call, caller.secrets()) }] : [];
      });
    },
  };
}

const text = z.nullish(z.string());
const parts = z.array(z.object({ type: z.string(), text }));

const event = z.object({
  kind: z.string(),
  timestamp: z.string().check(z.regex(/^\d{4}-\d\d-\d\dT[\d:.]+$/)),
  source: text,
  llm_message: z.nullish(z.object({ content: parts })),
  tool_name: text,
  /** `null` if the agent's call wasn't valid. */
  action: z.nullish(z.record(z.string(), z.unknown())),
  summary: text,
  security_risk: text,
  code: text,
  detail: text,
});

/** What is read of a page of events; images in messages, which come back whole, aren't. */
export const eventsAnswer = z.object({ items: z.array(event) });

/** More than anyone reads, and less than what makes an editor slow. In UTF-16 units. */
const longest = 200_000;

/**
 * @param hide removes the secrets of the call
 * @returns `undefined` for an event that says nothing of its own
 */
export function agentEvent(
  { kind, timestamp: at, ...its }: z.infer<typeof event>,
  hide: (text: string) => string,
): AgentEvent | undefined {
  const shown = (value: string | null | undefined) => ellipsize(hide(value ?? ''), longest);
  if (kind === 'MessageEvent') {
    const texts = (its.llm_message?.content ?? []).flatMap((part) => (part.type === 'text' ? [part.text ?? ''] : []));
    return { at, kind: 'message', by: its.source === 'agent' ? 'agent' : 'user', text: shown(texts.join('\n\n')) };
  }
  if (kind === 'ConversationErrorEvent') return { at, kind: 'error', code: shown(its.code), text: shown(its.detail) };
  if (kind !== 'ActionEvent' || !its.action) return undefined;
  const { kind: what, ...members } = its.action;
  if (what === 'FinishAction') return { at, kind: 'finish', text: shown(textOf(members['message'] ?? '')) };
  const said = Object.entries(members).filter(([, value]) => value !== null && value !== false && value !== '');
  const details = said.map(([name, value]) => [shown(name), shown(textOf(value))] as const);
  return {
    ...{ at, kind: 'action', details: [['tool', shown(its.tool_name)], ...details] },
    ...(its.summary && { summary: shown(its.summary) }),
    ...(its.security_risk && { risk: shown(its.security_risk) }),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
}
