import { savedEntries } from '../../settings/common/savedMcp';
import { dialects, type Dialect } from '../../client/common/dialect';
import type { ConversationStartRequest } from '../../client/common/records';
import type { KnownSettings } from '../../service/common/settingsState';
import type { WarningFacts } from './warnings';

export type TakenFields = Pick<Dialect, 'notTaken' | 'hasUuids'>;

/**
 * Known services' treatment of fields that don't go together. No field is removed because of it: the request is sent as
 * it is, and the user decides.
 */
export type RequestWarning =
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
  | { readonly kind: 'idRefusedByMost' }
  | { readonly kind: 'idDropsMessage' };

/** Task types that known services accept and then fail on. */
const failingTasks: readonly string[] = ['OPEN_PR', 'CREATE_MICROAGENT'];

/**
 * The warnings about the request itself, regardless of the open repository.
 * @param settings as last loaded
 * @param taken what the service takes; a field that it doesn't take is refused, rather than warned about
 */
export function requestWarnings(
  request: ConversationStartRequest,
  settings: KnownSettings,
  { notTaken, hasUuids }: TakenFields = dialects.v0,
): readonly RequestWarning[] {
  return [
    ...taskWarnings(request),
    ...microagentWarnings(request),
    ...replayWarnings(request),
    ...mcpWarnings(request, settings),
    ...(hasUuids ? [] : idWarnings(request)),
  ].filter(({ kind }) => !notTaken.some((field) => field === requestWarningFacts[kind].subject));
}

function taskWarnings(request: ConversationStartRequest): RequestWarning[] {
  const { suggested_task: task, repository, git_provider: provider } = request;
  if (!task) return [];
  const isElsewhere = repository !== task.repo || (provider !== undefined && provider !== task.git_provider);
  const fails = failingTasks.includes(task.task_type) || task.git_provider === 'enterprise_sso';
  return [
    ...when(request.initial_user_msg !== undefined, { kind: 'taskReplacesMessage' }),
    ...when(isElsewhere, { kind: 'taskWithoutRepository', repo: task.repo }),
    ...when(request.create_microagent !== undefined, { kind: 'taskIgnoresMicroagent' }),
    ...when(fails, { kind: 'taskNotSupported' }),
  ];
}

/** With a task it is ignored, and a replay begins with its own message. */
function microagentWarnings(request: ConversationStartRequest): RequestWarning[] {
  const { create_microagent, initial_user_msg, suggested_task, replay_json } = request;
  const lacksMessage = [initial_user_msg, suggested_task, replay_json].every((value) => value === undefined);
  return when(create_microagent !== undefined && lacksMessage, { kind: 'microagentWithoutMessage' });
}

function replayWarnings(request: ConversationStartRequest): RequestWarning[] {
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

function mcpWarnings({ mcp_config: mcp }: ConversationStartRequest, settings: KnownSettings): RequestWarning[] {
  if (mcp === undefined) return [];
  if (settings === undefined) return [{ kind: 'mcpReplacesSaved' }];
  const servers = savedEntries(settings?.mcp_config).length;
  return when(servers > 0, { kind: 'mcpReplacesSaved', servers });
}

function idWarnings(request: ConversationStartRequest): RequestWarning[] {
  if (request.conversation_id === undefined) return [];
  return [{ kind: 'idRefusedByMost' }, ...when(request.initial_user_msg !== undefined, { kind: 'idDropsMessage' })];
}

function when(holds: boolean, warning: RequestWarning): RequestWarning[] {
  return holds ? [warning] : [];
}

/** The field that each warning is shown below, and its fixes. */
export const requestWarningFacts = {
  taskReplacesMessage: { subject: 'suggested_task', fixes: ['leaveOutMessage', 'leaveOutTask'] },
  taskWithoutRepository: { subject: 'suggested_task', fixes: ['sendTaskRepository', 'changeTask', 'leaveOutTask'] },
  taskIgnoresMicroagent: { subject: 'suggested_task', fixes: ['leaveOutMicroagent', 'leaveOutTask'] },
  taskNotSupported: { subject: 'suggested_task', fixes: ['changeTask', 'leaveOutTask'] },
  microagentWithoutMessage: { subject: 'create_microagent', fixes: ['writeMessage', 'leaveOutMicroagent'] },
  replayWithMessage: { subject: 'replay_json', fixes: ['leaveOutMessage', 'leaveOutReplay'] },
  replayWithImages: { subject: 'replay_json', fixes: ['leaveOutImages', 'leaveOutReplay'] },
  replayWithTask: { subject: 'replay_json', fixes: ['leaveOutTask', 'leaveOutReplay'] },
  replayIsNoList: { subject: 'replay_json', fixes: ['chooseReplay', 'leaveOutReplay'] },
  mcpReplacesSaved: { subject: 'mcp_config', fixes: ['mergeSavedMcp', 'leaveOutMcp'] },
  idRefusedByMost: { subject: 'conversation_id', fixes: ['leaveOutId'] },
  idDropsMessage: { subject: 'conversation_id', fixes: ['leaveOutId', 'leaveOutMessage'] },
} as const satisfies Readonly<Record<RequestWarning['kind'], WarningFacts>>;
