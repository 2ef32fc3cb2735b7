import { internalServerErrorAnswer, jsonAnswer, type Answer } from '../answer';
import type { SentBody } from '../startRequest';
import type { Store } from '../store';
import { conversationBody } from './conversation';
import type { Events } from './events';
import { settingsV1Body } from './settings';
import { startRequestProblems, type StartRequest } from './startRequest';
import { taskBody } from './startTask';
import type { StartTasks } from './startTasks';
import { plainUuid, uuid } from './uuid';

export interface V1Circumstances {
  readonly store: Store;
  readonly startTasks: StartTasks;
  readonly events: Events;
  readonly profiles: readonly Profile[];
}

/** A saved model. Its URL may have a password in it. */
export interface Profile {
  readonly name: string;
  readonly model: string;
  readonly base_url: string | null;
  readonly api_key_set: boolean;
}

/** GET /api/v1/settings */
export function loadSettings({ store }: V1Circumstances): Answer {
  return store.settings
    ? jsonAnswer(200, settingsV1Body(store.settings))
    : jsonAnswer(404, { error: 'Settings not found' });
}

/** GET /api/v1/settings/profiles */
export function loadProfiles({ profiles }: V1Circumstances): Answer {
  return jsonAnswer(200, { profiles, active_profile: null });
}

/** POST /api/v1/app-conversations: accepted at once, prepared afterwards. */
export function startConversation(body: SentBody, { startTasks }: V1Circumstances): Answer {
  const problems = startRequestProblems(body);
  if (problems.length > 0 || body.kind !== 'json') return jsonAnswer(422, { detail: problems });
  const request = body.value as StartRequest;
  // Servers make a message of the task, and fail if there is one.
  if (request.suggested_task && request.initial_message) return internalServerErrorAnswer;
  return jsonAnswer(200, taskBody(startTasks.start(request), 'Z'));
}

const [mostTasks, mostConversations] = [100, 99];

/** GET /api/v1/app-conversations/start-tasks?ids=A&ids=B */
export function readStartTasks(ids: readonly string[], { startTasks }: V1Circumstances): Answer {
  const problems = ids.flatMap((id, index) => uuid(id, ['query', 'ids', index]));
  if (problems.length > 0) return jsonAnswer(422, { detail: problems });
  if (ids.length > mostTasks) return tooMany(ids.length);
  const tasks = ids.map((id) => startTasks.ask(plainUuid(id) ?? ''));
  const bodies = tasks.map((task) => (task ? taskBody(task, '') : null));
  return jsonAnswer(200, bodies);
}

/** GET /api/v1/app-conversations?ids=A&ids=B */
export function readConversations(ids: readonly string[], { store, startTasks }: V1Circumstances): Answer {
  const malformed = ids.filter((id) => plainUuid(id) === undefined);
  if (malformed.length > 0) {
    const list = malformed.map((id) => `'${id}'`).join(', ');
    return jsonAnswer(400, { detail: `Invalid UUID format for ids: [${list}]` });
  }
  if (ids.length > mostConversations) return tooMany(ids.length);
  const conversations = ids.map((id) => store.conversation(plainUuid(id) ?? ''));
  const bodies = conversations.map((one) => (one ? conversationBody(one, startTasks.stateOf(one)) : null));
  return jsonAnswer(200, bodies);
}

function tooMany(count: number): Answer {
  return jsonAnswer(400, { detail: `Too many ids: ${count}` });
}
