import { internalServerErrorAnswer, jsonAnswer, type Answer } from '../answer';
import type { SentBody } from '../startRequest';
import type { Store } from '../store';
import type { Events } from './events';
import { settingsV1Body } from './settings';
import { startRequestProblems, type StartRequest } from './startRequest';
import { taskBody, insideAddress, microseconds } from './startTask';
import type { StartTasks, ReportedState } from './startTasks';
import { plainUuid, uuid } from './uuid';
import { marked } from '../../support/markedSecrets';
import type { Conversation } from '../conversation';

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

/** The conversation's own key, which may never be shown. Marked, so that every test notices if it is. */
const conversationKey = marked('conversation-key');

function conversationBody(conversation: Conversation, { sandbox, execution }: ReportedState): unknown {
  const { id, sandboxId, repository, branch, gitProvider, title, trigger, startedAt } = conversation;
  const isRunning = sandbox === 'RUNNING';
  const time = `${microseconds(startedAt)}Z`;
  return {
    id,
    created_by_user_id: null,
    sandbox_id: sandboxId ?? id,
    selected_repository: repository,
    selected_branch: branch,
    git_provider: gitProvider,
    title,
    trigger: trigger === 'gui' ? null : trigger,
    pr_number: [],
    llm_model: 'm',
    agent_kind: 'openhands',
    metrics,
    parent_conversation_id: null,
    sub_conversation_ids: [],
    public: null,
    tags: {},
    created_at: time,
    updated_at: time,
    sandbox_status: sandbox,
    execution_status: isRunning ? execution : null,
    conversation_url: isRunning ? `${insideAddress}/api/conversations/${id}` : null,
    session_api_key: isRunning ? conversationKey : null,
  };
}

const metrics = {
  model_name: 'default',
  accumulated_cost: 0,
  max_budget_per_task: null,
  accumulated_token_usage: {
    model: '',
    prompt_tokens: 0,
    completion_tokens: 0,
    cache_read_tokens: 0,
    cache_write_tokens: 0,
    reasoning_tokens: 0,
    context_window: 0,
    per_turn_token: 0,
    response_id: '',
  },
};
