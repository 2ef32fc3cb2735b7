import { isRecord } from '../base/json';
import type { ServiceApi } from '../client/apis/serviceApi';
import { unsupportedIn } from '../client/apis/startRules';
import type { ConversationStartRequest, GitProvider, RequestField, Settings, SuggestedTask } from '../client/records';
import { isInDoubt, type Attachment, type Draft } from '../draft/draft';
import { missingFields } from '../draft/startAgain';
import type { TickedServers } from '../mcp/mcpServers';
import type { Target, TargetNote } from '../repository/target';
import type { KnownSettings } from '../service/settingsState';
import { savedEntries } from '../settings/savedMcp';
import { isConfigured } from '../settings/shownValue';
import { invisibleTexts } from './invisibleText';
import { noteFacts, subject, type Warning, type WarningOf } from './warnings';

/** The facts that are known before a start. Those that only a sheet knows are absent for a start without review. */
export interface KnownBefore {
  readonly request: ConversationStartRequest;
  readonly target: Target;
  /** As last loaded, secrets masked; there are no warnings about unknown settings. */
  readonly settings: KnownSettings;
  readonly api: Pick<ServiceApi, 'start'>;
  readonly draft?: Draft;
  readonly settingsError?: unknown;
  /** The service where a start of the draft may be running: `{base_url}` of the interface. */
  readonly mayRunAt?: string | undefined;
  readonly running?: number;
  /** Says whether a conversation that was started here on that service had an id. */
  readonly isUsedId?: (id: string) => boolean;
  /**
   * The selected MCP servers, secrets filled in: never part of a draft, which is saved in a file. `saved` is the number of
   * those saved on the service that are sent, too; absent if they weren't merged.
   */
  readonly mcp?: (TickedServers & { readonly saved?: number }) | undefined;
}

/** All warnings before a start: the target's notes that apply to the request, and what each finder finds. */
export function findWarnings(known: KnownBefore): readonly Warning[] {
  const { request, api } = known;
  const unsupportedFields: readonly string[] = unsupportedIn(request, api.start).map(({ field }) => field);
  const found = Object.entries(finders).flatMap(([kind, find]) =>
    // A warning has the facts of its kind, which union types can't express.
    (find(known) as readonly object[]).map((facts) => ({ kind, ...facts }) as Warning),
  );
  // A warning about the service's treatment of a field doesn't apply if the field isn't sent.
  const isSent = (warning: Warning) => 'field' in warning || !unsupportedFields.includes(subject(warning));
  return [...known.target.notes.filter((note) => applies(note, known)), ...found.filter(isSent)];
}

/** Age after which the changes in a message may no longer be all changes of the clone, in milliseconds. */
const changesAge = 10 * 60 * 1000;

/** A note on the repository or branch applies while the request is about them: this clone knows of no other. */
function applies({ kind }: TargetNote, { request, target, draft, api }: KnownBefore): boolean {
  // A user who wants no repository doesn't need to know why there is none.
  if (draft?.fields.repository === null || request.repository !== target.repository) return false;
  // The agent sees everything in the message.
  if (kind === 'ahead' || kind === 'aheadOfOther' || kind === 'changes') {
    const isAllIn = ({ kind: what, from, readAt = 0 }: Attachment) =>
      what === 'changes' && from?.root === target.root && Date.now() - readAt < changesAge;
    if (draft?.attachments?.some(isAllIn)) return false;
  }
  switch (noteFacts[kind].subject) {
    case 'repository':
      return true;
    case 'git_provider':
      return request.git_provider === undefined && !api.start.dispensable?.includes('git_provider');
    case 'selected_branch':
      return request.selected_branch === target.branch;
  }
}

/** True if the branch that the agent starts on has everything that this clone has of it, as of the last fetch. */
export function isPushed({ repository, selected_branch: branch }: ConversationStartRequest, target: Target): boolean {
  const isOfTarget = repository === target.repository && branch === target.branch;
  return (
    target.trackingRef !== undefined &&
    isOfTarget &&
    target.notes.every(({ kind }) => noteFacts[kind].subject !== 'selected_branch')
  );
}

/** Known services fail on a replay that comes with any of these. */
const conflictsWithReplay = ['initial_user_msg', 'image_urls', 'suggested_task'] as const;

/** Number of conversations that known services run at a time, unless their administrator changed it. */
const mostRunning = 3;

type OwnKind = Exclude<Warning['kind'], TargetNote['kind']>;

/** Finders of all warnings that aren't notes of the target, in display order. A missing finder is a type error. */
const finders: { readonly [Kind in OwnKind]: (known: KnownBefore) => readonly Omit<WarningOf<Kind>, 'kind'>[] } = {
  settingsUnread: ({ settingsError: error }) => when(error !== undefined, { error }),
  // Shown until the user says that it isn't running, or writes something else.
  mayRun: ({ draft, mayRunAt: baseUrl }) => (baseUrl === undefined || !draft || !isInDoubt(draft) ? [] : [{ baseUrl }]),
  mayBeSent: ({ draft }) => when(draft?.to !== undefined && isInDoubt(draft)),
  manyRun: ({ running = 0 }) => when(running >= mostRunning, { running }),
  unsupportedField: ({ request, api }) =>
    unsupportedIn(request, api.start).flatMap(({ field, conflictsWith }) =>
      conflictsWith === undefined ? [{ field }] : [],
    ),
  exclusive: ({ request, api }) => [
    ...unsupportedIn(request, api.start).flatMap(({ field, conflictsWith }) =>
      conflictsWith === undefined ? [] : [{ field, conflictsWith }],
    ),
    ...conflictsWithReplay
      .filter(
        (conflictsWith) =>
          has(request, 'replay_json', conflictsWith) && !api.start.unsupportedFields.includes('replay_json'),
      )
      .map((conflictsWith) => ({ field: 'replay_json', conflictsWith }) as const),
  ],
  taskReplacesMessage: ({ request }) => when(has(request, 'suggested_task', 'initial_user_msg')),
  taskWithoutRepository: (known) => {
    const { suggested_task: task } = known.request;
    return task && isElsewhere(task, known) ? [{ repo: task.repo }] : [];
  },
  // With a task it is ignored, and a replay begins with its own message.
  microagentWithoutMessage: ({ request }) =>
    when(
      has(request, 'create_microagent') &&
        !(['initial_user_msg', 'suggested_task', 'replay_json'] as const).some((field) => has(request, field)),
    ),
  mcpReplacesSaved: ({ request, settings, mcp }) =>
    when(
      has(request, 'mcp_config') &&
        mcp?.saved === undefined &&
        (settings === undefined || savedEntries(settings?.mcp_config).length > 0),
    ),
  idNotUuid: ({ request: { conversation_id: id }, api }) =>
    when(id !== undefined && api.start.ownIds?.accepts(id) === false),
  idWasUsed: ({ request: { conversation_id: id }, isUsedId }) => when(id !== undefined && isUsedId?.(id) === true),
  idRefusedByMost: ({ request, api }) => when(has(request, 'conversation_id') && !api.start.ownIds),
  idDropsMessage: ({ request, api }) => when(has(request, 'conversation_id', 'initial_user_msg') && !api.start.ownIds),
  invisible: ({ request }) => invisibleTexts(request),
  noSettings: ({ settings, api }) => when(settings === null, { fails: api.start.requires.includes('settings') }),
  // Services that don't check for a key may not need one: for self-hosted models, cloud credentials or other agents.
  noLlmKey: ({ settings, api }) =>
    when(Boolean(settings) && !settings?.llm_api_key_set && api.start.requires.includes('modelKey')),
  noRequiredSetting: ({ settings, api: { start } }) => {
    const missing = settings ? (start.requiredSettings ?? []).filter((setting) => !settings[setting]) : [];
    return missing.map((setting) => ({ setting }));
  },
  modelBesideProfile: ({ request, settings }) =>
    when(has(request, 'llm_model') && Boolean(settings?.['active_agent_profile_id'])),
  noProviderToken: ({ request, settings, api }) => {
    const wanted = lookedUp(request);
    if (!settings || !wanted || !lacksToken(settings, wanted.provider)) return [];
    const { provider } = wanted;
    return [{ ...(provider && { provider }), fails: api.start.requires.includes('gitToken') && lacksToken(settings) }];
  },
  notKept: ({ draft, request }) => (draft ? missingFields(draft, request).map((field) => ({ field })) : []),
  // The agent would look for their paths in vain. Another clone of the same repository doesn't count.
  otherRepository: ({ draft, request: { repository }, target }) => {
    const root = target.repository === repository ? target.root : undefined;
    const pieces = (draft?.attachments ?? []).filter(
      ({ from }) => from && from.root !== root && from.repository !== repository,
    );
    return repository === undefined ? [] : when(pieces.length > 0, { repository, pieces });
  },
  mcpLoss: (known) => (takesTicked(known) ? (known.mcp?.limitations ?? []) : []),
  mcpUnanswered: (known) => {
    const names = (takesTicked(known) && known.mcp?.waiting) || [];
    return when(names.length > 0, { names });
  },
  mcpLeftOut: (known) => when(hasTicked(known) && !takesTicked(known) && known.mcp?.config !== undefined),
};

function when(holds: boolean): readonly object[];
function when<Facts>(holds: boolean, facts: Facts): readonly Facts[];
function when(holds: boolean, facts: object = {}): readonly object[] {
  return holds ? [facts] : [];
}

function has(request: ConversationStartRequest, ...fields: readonly RequestField[]): boolean {
  return fields.every((field) => request[field] !== undefined);
}

function isElsewhere(task: SuggestedTask, { request, api: { start } }: KnownBefore): boolean {
  const { repository, git_provider: provider } = request;
  if (start.setByTask.includes('repository') && repository === undefined && provider === undefined) return false;
  return repository !== task.repo || (provider !== undefined && provider !== task.git_provider);
}

/** The request's own servers replace the selected ones. */
function hasTicked({ draft, mcp }: KnownBefore): boolean {
  return mcp !== undefined && draft?.fields.mcp_config === undefined;
}

function takesTicked(known: KnownBefore): boolean {
  return hasTicked(known) && !known.api.start.unsupportedFields.includes('mcp_config');
}

/** The provider of the repository that known services look up before a start; `undefined` if they look up none. */
export function lookedUp(
  request: ConversationStartRequest,
): { readonly provider: GitProvider | undefined } | undefined {
  const { repository, git_provider: provider, suggested_task: task } = request;
  // A suggested task overrides a micro-agent; without one, the micro-agent supplies what the request doesn't name.
  const microagent = task ? undefined : request.create_microagent;
  const named = repository ?? microagent?.repo;
  return named === undefined ? undefined : { provider: provider ?? microagent?.git_provider };
}

/** True if the settings say that no token is set for a Git provider, or for any of them if none is named. */
export function lacksToken({ provider_tokens_set: tokens }: Settings, provider?: GitProvider): boolean {
  if (!isRecord(tokens)) return false;
  if (provider === undefined) return !Object.values(tokens).some(isConfigured);
  return tokens[provider] === undefined || !isConfigured(tokens[provider]);
}
