import { comparableId } from '../conversationId';
import type { ApiOperations } from '../client';
import { dialects, isUuid, settingsNamesIn } from '../dialect';
import { startForms } from '../startForms';
import type { ConversationState, Settings } from '../records';
import type { Caller } from '../http/caller';
import type { Call } from '../http/readAnswer';
import { settings } from '../schemas';
import { unexpected, unexpectedShape, unsendable } from '../makeServiceError';
import {
  type ConversationAnswer,
  conversationsAnswer,
  isIdentifier,
  settingsAnswer,
  startTaskAnswer,
  startTasksAnswer,
  taskOf,
} from './answers';
import { agentOperations } from './agentOperations';
import { Redactor } from '../../base/redactor';
import { containsSecret, maxRead, shownText } from '../secrets';
import { isRecord } from '../../base/json';
import { isSettingsFieldName } from '../settingsFields';

const { path: conversationsPath } = startForms.v1;

/** The operations of services whose API took the place of the interface's (V1). */
export function operationsOf(caller: Caller, repeatReads: boolean): ApiOperations {
  return {
    ...agentOperations(caller),
    async startConversation({ json }, signal) {
      const call = caller.callOf('startConversation', conversationsPath);
      return taskOf(await caller.post(call, json, startTaskAnswer, signal), call, caller.secrets());
    },
    async startTask(id, signal) {
      const call = caller.callOf('startTask', `${conversationsPath}/start-tasks`, [['ids', id]]);
      if (!isIdentifier(id)) throw unsendable(call, 'id');
      const [task] = inOrder(await caller.get(call, startTasksAnswer, signal), [id], call);
      return task ? taskOf(task, call, caller.secrets()) : null;
    },
    async loadSettings(signal) {
      const call = caller.callOf('loadSettings', '/api/v1/settings');
      const answer = await caller.get(call, settingsAnswer, signal, repeatReads);
      const { success, data, error } = settings.safeParse(withInterfaceNames(answer));
      if (!success) throw unexpectedShape(call, error, wireNameOf);
      return data satisfies Settings;
    },
    async conversations(ids, signal) {
      if (ids.length === 0) return [];
      const query = ids.map((id) => ['ids', id] as const);
      const call = caller.callOf('conversations', conversationsPath, query);
      // One that isn't a UUID, such as that of a service of the other API, would fail the request for all.
      if (!ids.every(isUuid)) throw unsendable(call, 'conversation_id');
      const answer = await caller.get(call, conversationsAnswer, signal);
      return conversationStates(inOrder(answer, ids, call), caller.secrets());
    },
  };
}

/** @throws {ServiceError} if the answer doesn't consist of one member for each id, each with that id or `null` */
function inOrder<T extends { readonly id: string } | null>(
  answer: readonly T[],
  ids: readonly string[],
  call: Call,
): readonly T[] {
  const wrong = ids.findIndex((id, at) => {
    const one = answer[at];
    return one === undefined || (one !== null && comparableId(one.id) !== comparableId(id));
  });
  if (answer.length === ids.length && wrong < 0) return answer;
  const field = answer.length === ids.length ? `${wrong}.id` : '';
  throw unexpected(call, field);
}

/**
 * The states of conversations, in a form that can be shown. A status is what the agent does (`execution_status`) or,
 * while no agent answers, the state of its sandbox; in capitals, as those of the interface. Those that say something
 * else of an agent, of a sandbox, and in the interface say whose they are.
 * @param redactor knows the secrets of the call; the answer may contain others, the conversations' own keys
 */
export function conversationStates(
  answer: readonly (ConversationAnswer | null)[],
  redactor: Redactor,
): readonly (ConversationState | null)[] {
  const ownKeys = new Redactor();
  for (const one of answer) if (one?.session_api_key) ownKeys.add(one.session_api_key.slice(0, maxRead));
  // A sandbox's key can be short, but it isn't an everyday word.
  const shown = (text: string) =>
    shownText(ownKeys.withhold(text.slice(0, maxRead)), redactor, (name) => name.toUpperCase());
  return answer.map((one) => {
    if (!one) return one;
    const { sandbox_id, conversation_ui_url: page_url } = one;
    const isPublic = (text: string) => !containsSecret(text, redactor) && !ownKeys.repeats(text);
    return {
      ...stateOf(one, shown),
      ...(one.sandbox_status === 'PAUSED' && { is_sandbox_paused: true as const }),
      ...(sandbox_id && isPublic(sandbox_id) && { sandbox_id }),
      // A query or a fragment may have a secret that isn't known.
      ...(page_url && isPublic(page_url) && !/[?#@]/.test(page_url) && { page_url }),
    };
  });
}

function stateOf(
  { execution_status: execution, sandbox_status: sandbox }: ConversationAnswer,
  shown: (text: string) => string | undefined,
): ConversationState {
  const agent = shown(execution ?? '');
  if (agent !== undefined) return { status: agent === 'ERROR' || agent === 'PAUSED' ? `AGENT_${agent}` : agent };
  const machine = shown(sandbox ?? '') ?? 'UNKNOWN';
  // A running sandbox whose agent doesn't answer isn't known to do anything.
  return { status: machine === 'RUNNING' || machine === 'ERROR' ? `SANDBOX_${machine}` : machine };
}

type Loose = Readonly<Record<string, unknown>>;

/**
 * Settings of API V1 with what it moved back under the interface's names (section 2.6). Everything else stays where it
 * is, without the moved fields.
 */
export function withInterfaceNames(answer: Loose): Loose {
  let rest = answer;
  const moved: Record<string, unknown> = {};
  for (const [name, wireName] of Object.entries(settingsNamesIn(answer, dialects.v1).settingsNames)) {
    const path = wireName.split('.');
    const value = path.reduce<unknown>((record, member) => (isRecord(record) ? record[member] : undefined), rest);
    // A service between both APIs has both, and they are the same.
    if (value === undefined || Object.hasOwn(answer, name)) continue;
    moved[name] = value;
    rest = without(rest, path);
  }
  return { ...rest, ...moved };
}

/** Where the service has a field, by the path to it in {@link withInterfaceNames}; parts of a field are named by all of it. */
function wireNameOf(path: string): string {
  const [name = ''] = path.split('.');
  return (isSettingsFieldName(name) && dialects.v1.settingsNames[name]) || path;
}

/** The record in the same order, without one member, nor the records that would be left empty. */
function without(record: Loose, [name, ...path]: readonly string[]): Loose {
  const left = Object.entries(record).flatMap(([key, member]) => {
    if (key !== name) return [[key, member] as const];
    const inner = path.length > 0 && isRecord(member) ? without(member, path) : {};
    return Object.keys(inner).length > 0 ? [[key, inner] as const] : [];
  });
  return Object.fromEntries(left);
}
