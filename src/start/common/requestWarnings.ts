import { savedEntries } from '../../settings/common/savedMcp';
import { isUuid, notTakenOf, type Dialect, type NotTaken, type RequestField } from '../../client/common/dialect';
import type { ConversationStartRequest } from '../../client/common/records';
import type { KnownSettings } from '../../service/common/settingsState';
import type { WarningFacts } from './warnings';

/**
 * Known services' treatment of fields that don't go together. No field is removed because of it: the request is sent as
 * it is, and the user decides.
 */
type OwnWarning =
  | { readonly kind: 'taskReplacesMessage' }
  | { readonly kind: 'taskWithoutRepository'; readonly repo: string }
  | { readonly kind: 'taskIgnoresMicroagent' }
  | { readonly kind: 'taskNotSupported' }
  | { readonly kind: 'microagentWithoutMessage' }
  | { readonly kind: 'replayWithMessage' }
  | { readonly kind: 'replayWithImages' }
  | { readonly kind: 'replayWithTask' }
  | { readonly kind: 'replayIsNoList' }
  /** `servers` counts the saved ones; absent while the settings are unknown. */
  | { readonly kind: 'mcpReplacesSaved'; readonly servers?: number }
  | { readonly kind: 'idNotUuid' }
  | { readonly kind: 'idRefusedByMost' }
  | { readonly kind: 'idDropsMessage' };

/** What makes the start be refused before anything is sent. Fields that the service's API doesn't have, or not together. */
type NotTakenWarning =
  | { readonly kind: 'notTaken'; readonly field: RequestField }
  | { readonly kind: 'exclusive'; readonly field: RequestField; readonly beside: RequestField };

export type RequestWarning = OwnWarning | NotTakenWarning;

/** Task types that known services accept and then fail on. */
const failingTasks: readonly string[] = ['OPEN_PR', 'CREATE_MICROAGENT'];

/**
 * The warnings about the request itself, regardless of the open repository.
 * @param settings as last loaded
 */
export function requestWarnings(
  request: ConversationStartRequest,
  settings: KnownSettings,
  dialect: Dialect,
): readonly RequestWarning[] {
  const notTaken = notTakenOf(request, dialect);
  // What the service does with a field that isn't sent to it doesn't matter.
  const isSent = ({ kind }: OwnWarning) => !notTaken.some(({ field }) => field === requestWarningFacts[kind].subject);
  const others: readonly OwnWarning[] = [
    ...taskWarnings(request, dialect),
    ...microagentWarnings(request),
    ...replayWarnings(request),
    ...mcpWarnings(request, settings),
    ...idWarnings(request, dialect),
  ];
  return [...notTaken.map(notTakenWarning), ...others.filter(isSent)];
}

function notTakenWarning({ field, beside }: NotTaken): NotTakenWarning {
  return beside === undefined ? { kind: 'notTaken', field } : { kind: 'exclusive', field, beside };
}

function taskWarnings(request: ConversationStartRequest, { tasksSetRepository }: Dialect): OwnWarning[] {
  const { suggested_task: task, repository, git_provider: provider } = request;
  if (!task) return [];
  const isSet = tasksSetRepository && repository === undefined && provider === undefined;
  const isElsewhere =
    !isSet && (repository !== task.repo || (provider !== undefined && provider !== task.git_provider));
  const fails = failingTasks.includes(task.task_type) || task.git_provider === 'enterprise_sso';
  return [
    ...when(request.initial_user_msg !== undefined, { kind: 'taskReplacesMessage' }),
    ...when(isElsewhere, { kind: 'taskWithoutRepository', repo: task.repo }),
    ...when(request.create_microagent !== undefined, { kind: 'taskIgnoresMicroagent' }),
    ...when(fails, { kind: 'taskNotSupported' }),
  ];
}

/** With a task it is ignored, and a replay begins with its own message. */
function microagentWarnings(request: ConversationStartRequest): OwnWarning[] {
  const { create_microagent, initial_user_msg, suggested_task, replay_json } = request;
  const lacksMessage = [initial_user_msg, suggested_task, replay_json].every((value) => value === undefined);
  return when(create_microagent !== undefined && lacksMessage, { kind: 'microagentWithoutMessage' });
}

function replayWarnings(request: ConversationStartRequest): OwnWarning[] {
  const { replay_json: replay } = request;
  if (replay === undefined) return [];
  return [
    ...when(request.initial_user_msg !== undefined, { kind: 'replayWithMessage' }),
    ...when(request.image_urls !== undefined, { kind: 'replayWithImages' }),
    ...when(request.suggested_task !== undefined, { kind: 'replayWithTask' }),
    // The replay may be long and is checked at every keystroke: the first character tells the type of a JSON text.
    ...when(!/^[ \t\r\n]*\[/.test(replay), { kind: 'replayIsNoList' }),
  ];
}

function mcpWarnings({ mcp_config: mcp }: ConversationStartRequest, settings: KnownSettings): OwnWarning[] {
  if (mcp === undefined) return [];
  if (settings === undefined) return [{ kind: 'mcpReplacesSaved' }];
  const servers = savedEntries(settings?.mcp_config).length;
  return when(servers > 0, { kind: 'mcpReplacesSaved', servers });
}

function idWarnings(request: ConversationStartRequest, { hasUuids }: Dialect): OwnWarning[] {
  if (request.conversation_id === undefined) return [];
  if (hasUuids) return when(!isUuid(request.conversation_id), { kind: 'idNotUuid' });
  return [{ kind: 'idRefusedByMost' }, ...when(request.initial_user_msg !== undefined, { kind: 'idDropsMessage' })];
}

function when(holds: boolean, warning: OwnWarning): OwnWarning[] {
  return holds ? [warning] : [];
}

/** The field that each of these warnings is shown below, and its fixes. */
export const requestWarningFacts = {
  taskReplacesMessage: {
    subject: 'suggested_task',
    fixes: [{ leaveOut: 'initial_user_msg' }, { leaveOut: 'suggested_task' }],
  },
  taskWithoutRepository: {
    subject: 'suggested_task',
    fixes: ['sendTaskRepository', 'changeTask', { leaveOut: 'suggested_task' }],
  },
  taskIgnoresMicroagent: {
    subject: 'suggested_task',
    fixes: [{ leaveOut: 'create_microagent' }, { leaveOut: 'suggested_task' }],
  },
  taskNotSupported: { subject: 'suggested_task', fixes: ['changeTask', { leaveOut: 'suggested_task' }] },
  microagentWithoutMessage: {
    subject: 'create_microagent',
    fixes: ['writeMessage', { leaveOut: 'create_microagent' }],
  },
  replayWithMessage: { subject: 'replay_json', fixes: [{ leaveOut: 'initial_user_msg' }, { leaveOut: 'replay_json' }] },
  replayWithImages: { subject: 'replay_json', fixes: [{ leaveOut: 'image_urls' }, { leaveOut: 'replay_json' }] },
  replayWithTask: { subject: 'replay_json', fixes: [{ leaveOut: 'suggested_task' }, { leaveOut: 'replay_json' }] },
  replayIsNoList: { subject: 'replay_json', fixes: ['chooseReplay', { leaveOut: 'replay_json' }] },
  mcpReplacesSaved: { subject: 'mcp_config', fixes: ['mergeSavedMcp', { leaveOut: 'mcp_config' }] },
  idNotUuid: { subject: 'conversation_id', fixes: [{ leaveOut: 'conversation_id' }] },
  idRefusedByMost: { subject: 'conversation_id', fixes: [{ leaveOut: 'conversation_id' }] },
  idDropsMessage: {
    subject: 'conversation_id',
    fixes: [{ leaveOut: 'conversation_id' }, { leaveOut: 'initial_user_msg' }],
  },
} as const satisfies Readonly<Record<OwnWarning['kind'], WarningFacts>>;
