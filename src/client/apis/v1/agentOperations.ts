import type { Capabilities, EventKind } from '../../client';
import type { Caller } from '../../http/caller';
import { unsendable } from '../../makeServiceError';
import { shownText } from '../../secrets';
import { agentEvent, messagesAmong, waitingActions } from '../events/agentEvents';
import { ConversationCalls, successAnswer } from '../events/conversationCalls';
import { isIdentifier, profilesAnswer } from './answers';
import { v1 } from './v1';

/** The agent and other users may have written since a message was sent, so it isn't always the newest. */
const messagesPerRequest = 10;

type AgentCapabilities = Required<Pick<Capabilities, 'answers' | 'messages' | 'models' | 'resume'>>;

export function agentOperations(caller: Caller): AgentCapabilities {
  const calls = new ConversationCalls(caller, v1.answers.path);
  return {
    answers: answerOperations(calls),
    messages: calls.messages(v1.messages.form),
    models: modelOperations(caller),
    resume: resumeOperations(caller),
  };
}

function answerOperations(calls: ConversationCalls): AgentCapabilities['answers'] {
  const newestEvent = async (id: string, kind: EventKind, signal: AbortSignal | undefined) => {
    const { items, hide } = await calls.newestFirst('newestEvents', id, signal, {
      limit: 1,
      filter: ['kind__eq', kind],
    });
    const [item] = items;
    return item && agentEvent(item, hide);
  };
  return {
    newestEvents: (id, kinds, signal) => Promise.all(kinds.map((kind) => newestEvent(id, kind, signal))),
    async newestMessages(id, signal) {
      const newest = { limit: messagesPerRequest, filter: ['kind__eq', 'MessageEvent'] } as const;
      const { items, hide } = await calls.newestFirst('newestEvents', id, signal, newest);
      return messagesAmong(items, hide);
    },
    waitingActions: async (id, signal) => waitingActions(await calls.unanswered(id, signal)),
    unansweredActions: (id, signal) => calls.unanswered(id, signal),
  };
}

function modelOperations(caller: Caller): AgentCapabilities['models'] {
  return {
    async modelNames(signal) {
      const call = caller.callOf('modelNames', v1.models.path);
      const { profiles } = await caller.get(call, profilesAnswer, signal);
      const redactor = caller.secrets;
      // A name with a secret in it can't be offered: without the secret, it would name a different model.
      const names = profiles.map(({ model }) => model ?? '').filter((name) => shownText(name, redactor) === name);
      return [...new Set(names)];
    },
  };
}

function resumeOperations(caller: Caller): AgentCapabilities['resume'] {
  return {
    async resumeSandbox(id, signal) {
      const call = caller.callOf('resumeSandbox', `${v1.resume.path}/${encodeURIComponent(id)}/resume`);
      if (!isIdentifier(id)) throw unsendable(call, 'sandbox_id');
      await caller.post(call, '', successAnswer, signal);
    },
  };
}
