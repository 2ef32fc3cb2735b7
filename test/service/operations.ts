import { randomUUID } from 'node:crypto';
import { internalServerErrorAnswer, jsonAnswer, type Answer } from './answer';
import type { Conversation } from './conversation';
import { hasLlmKey, hasProviderToken, settingsBody } from './settings';
import { startRequestProblems, type SentBody, type StartRequest } from './startRequest';
import type { Store } from './store';
import { Crash } from './validation';

/** State that the answer to an operation depends on, besides the request. */
export interface Circumstances {
  readonly store: Store;
  readonly allowConversationId: boolean;
}

/** GET /api/settings, interface section 4.2. */
export function loadSettings({ store }: Circumstances): Answer {
  return store.settings
    ? jsonAnswer(200, settingsBody(store.settings))
    : jsonAnswer(404, { error: 'Settings not found' });
}

/**
 * GET /api/conversations/{id}, which the interface does not have: the record of real servers of its time. One that is
 * not known is null, never a 404.
 */
export function readConversation(id: string, { store }: Circumstances): Answer {
  const conversation = store.conversation(id);
  if (!conversation) return jsonAnswer(200, null);
  const { title, state, repository, branch, gitProvider, trigger, startedAt } = conversation;
  return jsonAnswer(200, {
    conversation_id: id,
    title,
    last_updated_at: null,
    status: state,
    runtime_status: state === 'RUNNING' ? 'STATUS$READY' : null,
    selected_repository: repository,
    selected_branch: branch,
    git_provider: gitProvider,
    trigger,
    num_connections: 0,
    url: state === 'STOPPED' ? null : `/api/conversations/${id}`,
    session_api_key: null,
    created_at: startedAt,
    pr_number: [],
  });
}

/** POST /api/conversations, interface section 4.1. */
export function startConversation(body: SentBody, circumstances: Circumstances): Answer {
  try {
    const problems = startRequestProblems(body, circumstances.allowConversationId);
    if (problems.length > 0 || body.kind !== 'json') return jsonAnswer(422, { detail: problems });
    return start(body.value as StartRequest, circumstances);
  } catch (error) {
    if (error instanceof Crash) return internalServerErrorAnswer;
    throw error;
  }
}

function start(request: StartRequest, { store }: Circumstances): Answer {
  const task = request.suggested_task;
  if (task && (!promptedTasks.has(task.task_type) || task.git_provider === 'enterprise_sso')) {
    throw new Crash('there is no prompt for this task');
  }
  const conversation = conversationFor(request);
  const { repository } = conversation;
  if (repository !== null && !(store.settings && hasProviderToken(store.settings))) {
    throw new Crash('there is no token to look for the repository with');
  }

  const present = store.conversation(conversation.id);
  if (present && present.state !== 'STOPPED') return started(present);
  // Saved before the settings are read: an attempt that fails on them leaves a stopped conversation behind.
  store.keep(conversation);
  if (!store.settings) return refusal('Settings not found', 'CONFIGURATION$SETTINGS_NOT_FOUND');
  if (!hasLlmKey(store.settings)) {
    const message = 'Error authenticating with the LLM provider. Please check your API key';
    return refusal(message, 'STATUS$ERROR_LLM_AUTHENTICATION');
  }
  const starting: Conversation = { ...conversation, state: 'STARTING' };
  store.keep(starting);
  const { id, message, branch } = starting;
  store.hear({ id, text: message ?? '', instructions: request.conversation_instructions ?? null, repository, branch });
  return started(starting);
}

/** The other task types pass validation and fail afterwards. */
const promptedTasks: ReadonlySet<string> = new Set([
  'MERGE_CONFLICTS',
  'FAILING_CHECKS',
  'UNRESOLVED_COMMENTS',
  'OPEN_ISSUE',
]);

/** Empty strings mean "not given". A suggested task replaces the message and sets no repository, a micro-agent does. */
function conversationFor(request: StartRequest): Conversation {
  const task = request.suggested_task;
  const microagent = task ? undefined : request.create_microagent;
  const id = request.conversation_id || randomUUID().replaceAll('-', '');
  return {
    id,
    title: `Conversation ${id.slice(0, 5)}`,
    state: 'STOPPED',
    repository: request.repository || microagent?.repo || null,
    gitProvider: request.git_provider ?? microagent?.git_provider ?? null,
    branch: request.selected_branch || null,
    message: task ? null : request.initial_user_msg || null,
    trigger: task ? 'suggested_task' : microagent ? 'microagent_management' : 'gui',
    startedAt: new Date().toISOString(),
  };
}

/** Interface section 2.5; a conversation that already runs is joined, and the message of the second start is lost. */
function started({ id, state }: Conversation): Answer {
  return jsonAnswer(200, { status: 'ok', conversation_id: id, message: null, conversation_status: state });
}

function refusal(message: string, id: string): Answer {
  return jsonAnswer(400, { status: 'error', message, msg_id: id });
}

/** A 401 carries a bare JSON string; it isn't about the session key. */
export function unreachableRepositoryAnswer(repository: string, status: 400 | 401): Answer {
  const message = `Unable to access repo ${repository}`;
  return status === 400 ? refusal(message, 'STATUS$GIT_PROVIDER_AUTHENTICATION_ERROR') : jsonAnswer(401, message);
}
