import type { Capabilities, EventKind, StartAndSettings } from '../../client';
import { withoutHyphens } from '../../conversationId';
import type { Caller } from '../../http/caller';
import { unsendable } from '../../makeServiceError';
import type { Settings } from '../../records';
import { settings } from '../../schemas';
import { shownText } from '../../secrets';
import { agentEvent, messagesAmong, waitingActions } from '../events/agentEvents';
import {
  ConversationCalls,
  inOrder,
  messagesPerRequest,
  statusOperations,
  successAnswer,
} from '../events/conversationCalls';
import { withInterfaceNames } from '../settingsNames';
import {
  conversationsAnswer,
  foundTasksAnswer,
  isIdentifier,
  profilesAnswer,
  startTaskAnswer,
  startTasksAnswer,
  statesOf,
  taskOf,
} from './answers';
import { v1 } from './v1';

type V1Capabilities = Required<Omit<Capabilities, 'confirmation'>>;

export function operationsOf(caller: Caller, retrySettings: boolean): StartAndSettings & V1Capabilities {
  const calls = new ConversationCalls(caller, v1.answers.path);
  return {
    ...startAndSettings(caller, retrySettings),
    status: statusOperations(caller, v1.status.path, conversationsAnswer, (answer) => statesOf(answer, caller)),
    preparation: preparationOperations(caller),
    answers: answerOperations(calls),
    messages: calls.messages(v1.messages.form),
    models: modelOperations(caller),
    resume: resumeOperations(caller),
  };
}

function startAndSettings(caller: Caller, retrySettings: boolean): StartAndSettings {
  return {
    async startConversation({ json }, signal) {
      const call = caller.newCall('startConversation', v1.start.path);
      const { answer } = await caller.post(call, json, startTaskAnswer, { signal });
      return taskOf(answer, call, caller);
    },
    startForm: () => Promise.resolve(v1.start),
    async loadSettings(signal) {
      const call = caller.newCall('loadSettings', v1.settings.path);
      const answer = await caller.get(call, settings, signal, retrySettings);
      const { llm_api_key_set } = answer;
      return { ...withInterfaceNames(answer, v1.settings.namesIn(answer)), llm_api_key_set } satisfies Settings;
    },
  };
}

/** One machine makes fewer starts than this while it waits for an answer, so a lost start is among these. */
const maxNewestStarts = 20;

function preparationOperations(caller: Caller): V1Capabilities['preparation'] {
  return {
    async startTask(id, signal) {
      const call = caller.newCall('startTask', v1.preparation.path, [['ids', id]]);
      if (!isIdentifier(id)) throw unsendable(call, 'id');
      const [task] = inOrder(await caller.get(call, startTasksAnswer, signal), [id], call);
      return task ? taskOf(task, call, caller) : null;
    },
    async newestStarts(since, signal) {
      const call = caller.newCall('newestStarts', `${v1.preparation.path}/search`, [
        ['created_at__gte', new Date(since).toISOString()],
        ['limit', String(maxNewestStarts)],
      ]);
      const { items } = await caller.get(call, foundTasksAnswer, signal);
      return items.flatMap(({ request, ...task }) => {
        const id = request?.conversation_id;
        return id ? [{ proposedId: withoutHyphens(id), task: taskOf(task, call, caller) }] : [];
      });
    },
  };
}

function answerOperations(calls: ConversationCalls): V1Capabilities['answers'] {
  const newestEvent = async (id: string, kind: EventKind, signal: AbortSignal | undefined) => {
    const item = await calls.newestOf(id, ['kind__eq', kind], signal);
    return item && agentEvent(item, calls.hide);
  };
  return {
    newestEvents: (id, kinds, signal) => Promise.all(kinds.map((kind) => newestEvent(id, kind, signal))),
    async newestMessages(id, signal) {
      const newest = { limit: messagesPerRequest, filter: ['kind__eq', 'MessageEvent'] } as const;
      const { items } = await calls.newestFirst('newestEvents', id, signal, newest);
      return messagesAmong(items, calls.hide);
    },
    waitingActions: async (id, signal) => waitingActions(await calls.unansweredActions(id, signal)),
    unansweredActions: (id, signal) => calls.unansweredActions(id, signal),
  };
}

function modelOperations(caller: Caller): V1Capabilities['models'] {
  return {
    async modelNames(signal) {
      const call = caller.newCall('modelNames', v1.models.path);
      const { profiles } = await caller.get(call, profilesAnswer, signal);
      const { redactor } = caller;
      // A name with a secret in it can't be offered: without the secret, it would name a different model.
      const names = profiles.map(({ model }) => model ?? '').filter((name) => shownText(name, redactor) === name);
      return [...new Set(names)];
    },
  };
}

function resumeOperations(caller: Caller): V1Capabilities['resume'] {
  return {
    async resumeSandbox(id, signal) {
      const call = caller.newCall('resumeSandbox', `${v1.resume.path}/${encodeURIComponent(id)}/resume`);
      if (!isIdentifier(id)) throw unsendable(call, 'sandbox_id');
      await caller.post(call, '', successAnswer, { signal });
    },
  };
}
