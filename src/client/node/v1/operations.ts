import type { Client } from '../../common/client';
import { acceptsId, dialects, isUuid, notTakenOf } from '../../common/dialect';
import { startForms } from '../../common/startForms';
import type { ConversationStartRequest, Settings } from '../../common/records';
import { readServerWords } from '../../common/serverText';
import { ServiceError } from '../../common/serviceError';
import { endOfTask, StartTask } from '../../common/startTask';
import type { Redactor } from '../../../base/common/redactor';
import type * as z from 'zod/mini';
import type { Caller } from '../caller';
import { checkedRequest } from '../checkedRequest';
import type { Call } from '../readAnswer';
import { settings } from '../schemas';
import { containsSecret } from '../secrets';
import { answered, unexpectedId, unexpectedShape, unsendableId } from '../serviceErrors';
import { shownText } from '../shownText';
import { conversationsAnswer, isIdentifier, settingsAnswer, startTaskAnswer, startTasksAnswer } from './answers';
import { conversationStates } from './conversationState';
import { wireNameOf, withInterfaceNames } from './settings';

const { path: conversationsPath, body } = startForms.v1;

/** The operations of services whose API took the place of the interface's (V1). */
export function operationsOf(caller: Caller, repeatReads: boolean): Omit<Client, 'close'> {
  const starting = () => caller.callOf('startConversation', conversationsPath);

  /** @throws {ServiceError} if the request, or one of its fields, can't be sent to this API */
  const checked = (request: ConversationStartRequest, call: Call) => {
    const valid = checkedRequest(request, call, caller.secrets());
    const [problem] = notTakenOf(valid, dialects.v1);
    if (problem) throw new ServiceError(call, { kind: 'notTaken', ...problem }, false);
    if (valid.conversation_id !== undefined && !acceptsId(dialects.v1, valid.conversation_id))
      throw unsendableId(call, { expected: 'a UUID' });
    return valid;
  };

  const listed = (call: Call, ids: readonly string[]) => {
    const url = new URL(call.url);
    for (const id of ids) url.searchParams.append('ids', id);
    return { ...call, url };
  };

  return {
    async check(request) {
      checked(request, starting());
      return Promise.resolve();
    },
    async startConversation(request, signal) {
      const call = starting();
      const valid = checked(request, call);
      return taskOf(await caller.post(call, body(valid), startTaskAnswer, signal), call, caller.secrets());
    },
    async startTask(id, signal) {
      const all = caller.callOf('startTask', `${conversationsPath}/start-tasks`);
      if (!isIdentifier(id)) throw unsendableId(all, { field: 'id' });
      const call = listed(all, [id]);
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
      const all = caller.callOf('conversation', conversationsPath);
      // One that isn't a UUID, such as that of a service of the other API, would fail the request for all.
      if (!ids.every(isUuid)) throw unsendableId(all);
      const call = listed(all, ids);
      return conversationStates(
        inOrder(await caller.get(call, conversationsAnswer, signal), ids, call),
        caller.secrets(),
      );
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
    return one === undefined || (one !== null && plain(one.id) !== plain(id));
  });
  if (answer.length === ids.length && wrong < 0) return answer;
  const field = answer.length === ids.length ? `${wrong}.id` : '';
  throw answered(call, { kind: 'unexpectedShape', field, expected: 'valid' });
}

/** Services return UUIDs without the hyphens with which they were sent. */
function plain(uuid: string): string {
  return uuid.replaceAll('-', '').toLowerCase();
}

/** @throws {ServiceError} if an id repeats a secret, or the task is ready and there is no conversation */
function taskOf(answer: z.infer<typeof startTaskAnswer>, call: Call, redactor: Redactor): StartTask {
  const { id, status, detail, app_conversation_id: conversationId } = answer;
  // Ids are stored and shown, and one with a piece removed would be another id.
  for (const [field, one] of Object.entries({ id, app_conversation_id: conversationId ?? '' }))
    if (containsSecret(one, redactor)) throw unexpectedId(call, field);
  if (status === endOfTask.ready && !conversationId)
    throw answered(call, { kind: 'unexpectedShape', field: 'app_conversation_id', expected: 'string' });
  const { text } = readServerWords(detail, redactor);
  return new StartTask({
    id,
    status: shownText(status, redactor) ?? '',
    ...(text !== undefined && { detail: text }),
    ...(conversationId && { conversationId }),
  });
}
