import { marked } from '../../support/markedSecrets';
import { hyphenated } from './uuid';
import type { StartRequest, SuggestedTask } from './startRequest';

/** Everything that a task can be before it ends, in the order in which servers prepare a conversation. */
export const stages = [
  'WORKING',
  'WAITING_FOR_SANDBOX',
  'PREPARING_REPOSITORY',
  'RUNNING_SETUP_SCRIPT',
  'SETTING_UP_GIT_HOOKS',
  'SETTING_UP_SKILLS',
  'STARTING_CONVERSATION',
] as const;

export type Step = string | { readonly error: string | null };

export interface StartTask {
  /** 32 digits. */
  readonly id: string;
  readonly status: string;
  readonly detail: string | null;
  readonly request: StartRequest;
  /** Id of the conversation, which exists once the task is ready. */
  readonly conversationId: string;
  readonly sandboxId: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Steps still to take, one each time that the task is asked for. */
  readonly ahead: readonly Step[];
}

/** @param zone `Z` in the answer to a start, nothing in a list: that is how real servers write their times */
export function taskBody(task: StartTask, zone: 'Z' | ''): Readonly<Record<string, unknown>> {
  const isReady = task.status === 'READY';
  return {
    id: task.id,
    created_by_user_id: null,
    status: task.status,
    detail: task.detail,
    app_conversation_id: isReady ? task.conversationId : null,
    sandbox_id: task.status === 'WORKING' ? null : task.sandboxId,
    agent_server_url: isReady ? insideAddress : null,
    request: echoOf(task.request),
    created_at: microseconds(task.createdAt) + zone,
    updated_at: microseconds(task.updatedAt) + zone,
  };
}

/** An address inside the service, which may never be shown. Marked, so that every test notices if it is. */
export const insideAddress = `http://127.0.0.1:9/${marked('inside-address')}`;

/** ISO 8601 with six decimals, without its zone. */
export function microseconds(time: string): string {
  return time.replace(/Z$/, '000');
}

/** The request as servers repeat it, with everything that they know and weren't sent. */
function echoOf({ conversation_id: id, initial_message: message, suggested_task: task, ...request }: StartRequest) {
  const said = message ?? (task ? { content: [{ type: 'text' as const, text: promptOf(task) }] } : undefined);
  return {
    sandbox_id: null,
    conversation_id: id ? hyphenated(id) : null,
    initial_message: said
      ? {
          role: said.role ?? 'user',
          content: (said.content ?? []).map((content) => ({ cache_prompt: false, ...content })),
          run: said.run ?? false,
        }
      : null,
    system_message_suffix: request.system_message_suffix ?? null,
    processors: null,
    llm_model: null,
    selected_repository: request.selected_repository ?? task?.repo ?? null,
    selected_branch: request.selected_branch ?? null,
    git_provider: request.git_provider ?? task?.git_provider ?? null,
    suggested_task: task ?? null,
    title: null,
    trigger: task ? 'suggested_task' : null,
    pr_number: [],
    parent_conversation_id: null,
    agent_type: 'default',
    public: null,
    plugins: null,
    secrets: null,
  };
}

function promptOf({ task_type: type, issue_number: number, repo }: SuggestedTask): string {
  if (type !== 'MERGE_CONFLICTS') return `You are working on Issue #${number} in repository ${repo}.`;
  return [
    `You are working on Pull Request #${number} in repository ${repo}. You need to fix the merge conflicts.`,
    'Use the GitHub API with the GITHUB_TOKEN environment variable to retrieve the PR details.',
    'Check out the branch from that pull request and look at the diff versus the base branch of the PR to understand ' +
      "the PR's intention.",
    "Then resolve the merge conflicts. If you aren't sure what the right solution is, look back through the commit " +
      'history at the commits that introduced the conflict and resolve them accordingly.',
  ].join('\n');
}
