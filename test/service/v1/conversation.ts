import { marked } from '../../support/markedSecrets';
import type { Conversation } from '../conversation';
import { insideAddress, microseconds } from './startTask';
import type { ReportedState } from './startTasks';

/** The conversation's own key, which may never be shown. Marked, so that every test notices if it is. */
export const conversationKey = marked('conversation-key');

export function conversationBody(conversation: Conversation, { sandbox, execution }: ReportedState): unknown {
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
