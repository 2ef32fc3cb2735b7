import { randomUUID } from 'node:crypto';
import { thisProcess } from '../../src/base/processes';
import type { Conversation } from '../../src/conversations/conversation';

const minute = 60_000;
const day = 24 * 60 * minute;

export interface Look {
  readonly message: string;
  readonly repository?: string;
  readonly branch?: string;
  readonly baseUrl?: string;
  readonly outcome?: 'sending' | 'preparing' | 'started' | 'notStarted' | 'mayHaveStarted';
  readonly status?: string;
  readonly problem?: string;
  /** Stage of a start that the service has accepted and prepares. */
  readonly stage?: string;
  /** Names of branches that were pushed since the start. */
  readonly pushed?: readonly string[];
  /** Time since it was sent, in milliseconds. */
  readonly age?: number;
}

/** A conversation that looks like this. */
export function sampleConversation(look: Look): Conversation {
  const { outcome = 'started', age = 0, status, problem, stage, pushed } = look;
  const sentAt = Date.now() - age;
  return {
    id: randomUUID(),
    baseUrl: look.baseUrl ?? 'http://localhost:3000',
    request: {
      initial_user_msg: look.message,
      repository: look.repository ?? 'octocat/Hello-World',
      git_provider: 'github',
      selected_branch: look.branch ?? 'main',
    },
    outcome,
    sentAt,
    deadline: sentAt + 60 * minute,
    // A conversation that is being sent has a sender that is running.
    sender: thisProcess(),
    ...(outcome === 'started' && { conversationId: randomUUID(), reportedAt: sentAt, ...(status && { status }) }),
    ...(problem && { problem }),
    ...(stage && { taskId: randomUUID(), stage, stageAt: Date.now(), waiter: thisProcess() }),
    ...(pushed && { pushed: pushed.map((name) => `${name} 0123456789`).join('\n'), pushedAt: Date.now() }),
  };
}

const lost =
  'Check the service before you start it again. The connection to localhost:3000 was lost before the response was complete.';
const refused = 'Connection to localhost:3000 refused. Check the service URL, and that the service is running.';

/** One of each state, as after a week of work. */
export const weekOfWork: readonly Look[] = [
  { message: 'Greet in the language of the user', outcome: 'sending' },
  { message: 'Fix the failing test in the parser', status: 'STARTING', age: minute },
  { message: 'Update the changelog', status: 'RUNNING', age: 12 * minute, branch: 'release/1.2' },
  { message: 'Add a dark theme', status: 'STOPPED', age: 5 * 60 * minute },
  { message: 'Speed up the build', outcome: 'mayHaveStarted', problem: lost, age: day },
  { message: 'Rename greet to welcome', outcome: 'notStarted', problem: refused, age: 2 * day },
  { message: 'Review the error messages', age: 3 * day },
  { message: 'Upgrade the linter', status: 'ARCHIVED', age: 40 * day },
];

/** The states that newer services report. */
export const newerStates: readonly Look[] = [
  { message: 'Greet in the language of the user', outcome: 'preparing', stage: 'PREPARING_REPOSITORY' },
  { message: 'Fix the failing test in the parser', status: 'IDLE', age: minute, pushed: ['agent/fix-parser'] },
  { message: 'Update the changelog', status: 'WAITING_FOR_CONFIRMATION', age: 12 * minute, branch: 'release/1.2' },
  { message: 'Add a dark theme', status: 'PAUSED', age: 5 * 60 * minute },
  { message: 'Speed up the build', status: 'FINISHED', age: day, pushed: ['agent/faster', 'agent/fastest'] },
  { message: 'Rename greet to welcome', status: 'STUCK', age: 2 * day },
  { message: 'Review the error messages', status: 'SANDBOX_RUNNING', age: 3 * day },
  { message: 'Upgrade the linter', status: 'MISSING', age: 40 * day },
];

const otherService = 'https://agents.a-company-with-a-long-name.example.com:8443/team/agents';

/** Names that are longer, or run in the other direction, than a view expects; one of them on a second service. */
export const unusualNames: readonly Look[] = [
  {
    message:
      'Rewrite the whole of the parser so that it reports every error it finds with its line and column, instead of giving up at the first one it meets',
    status: 'RUNNING',
  },
  {
    message: 'Long branch',
    branch: 'feature/ada-lovelace/2026-11-analytical-engine-support-for-conditional-branching-and-loops-part-two',
    repository: 'a-group-with-a-long-name/a-subgroup-with-a-longer-name/a-repository-with-the-longest-name-of-all',
    status: 'STARTING',
  },
  { message: 'إصلاح الاختبار الفاشل في المحلل', branch: 'إصلاح/المحلل', status: 'RUNNING' },
  { message: '构建失败：请修复解析器中的测试 🚀', status: 'STOPPED', age: day },
  { message: '$(zap) **not bold** <b>not bold</b> `code`', status: '$(error)', age: 2 * day },
  { message: 'Pneumonoultramicroscopicsilicovolcanoconiosis'.repeat(3), outcome: 'notStarted', problem: refused },
  { message: 'Translate the manual', status: 'RUNNING', baseUrl: otherService },
];
