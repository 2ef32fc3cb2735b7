import { isRecord } from '../base/json';
import { wholeWord } from '../base/text';
import { percentDecoded } from '../base/url';
import type { Client } from '../client/client';
import { type ServiceApi, unsupportedIn } from '../client/apis/serviceApi';
import type { ConversationStartRequest, GitProvider, RequestField, Settings, SuggestedTask } from '../client/records';
import { isInDoubt, type Attachment, type Draft } from '../draft/draft';
import { missingImages } from '../draft/images';
import { missingFields } from '../draft/startAgain';
import type { SelectedServers } from '../mcp/mcpSelection';
import type { Target, TargetNote } from '../repository/target';
import type { KnownSettings } from '../service/settingsState';
import { savedEntries } from '../settings/savedMcp';
import { isConfigured } from '../settings/shownValue';
import { invisibleTexts } from './invisibleText';
import { noteFacts, subject, type Warning, type WarningOf } from './warnings';

/** The facts that are known before a start. Optional facts are only known to the review sheet. */
export interface StartFacts {
  readonly request: ConversationStartRequest;
  readonly target: Target;
  /** The service's settings as last loaded, with masked secrets. If unknown, there are no warnings about them. */
  readonly settings: KnownSettings;
  readonly api: Pick<ServiceApi, 'start'>;
  readonly draft?: Draft;
  readonly settingsError?: unknown;
  /** The service URL, `{base_url}` of the interface, of the service where an earlier start of the draft may be running. */
  readonly mayRunAt?: string | undefined;
  /** Number of conversations that may be running on the service. */
  readonly running?: number;
  /** True for an id that a conversation on the service already has, as far as this machine knows. */
  readonly isUsedId?: (id: string) => boolean;
  /**
   * The selected MCP servers, with their secrets. They aren't part of the draft, because that is saved in a file. `saved`
   * is about the servers saved on the service that are sent, too; absent if they weren't merged.
   */
  readonly mcp?: (SelectedServers & { readonly saved?: SavedServers }) | undefined;
}

interface SavedServers {
  readonly count: number;
  /** The client that read them. Another key has another client. */
  readonly client: Client;
}

/** All warnings before a start: the notes of the target that apply to the request, and the warnings of all finders. */
export function findWarnings(known: StartFacts): readonly Warning[] {
  const { request, api } = known;
  const unsupportedFields: readonly string[] = unsupportedIn(request, api.start).map(({ field }) => field);
  const found = Object.entries(finders).flatMap(([kind, find]) =>
    // TypeScript can't tell that the facts from the finder of a kind belong to a warning of that kind.
    (find(known) as readonly object[]).map((facts) => ({ kind, ...facts }) as Warning),
  );
  // Other warnings about a field that the service doesn't support don't matter, because it can't be sent.
  const isSent = (warning: Warning) => 'field' in warning || !unsupportedFields.includes(subject(warning));
  return [...known.target.notes.filter((note) => applies(note, known)), ...found.filter(isSent)];
}

/** Milliseconds after which the changes in a message may no longer be all changes in the clone. */
const changesAge = 10 * 60 * 1000;

/** True if a note on a repository or branch is about the ones in the request. */
function applies(note: TargetNote, { request, target, draft, api }: StartFacts): boolean {
  const { kind } = note;
  // A user who wants no repository doesn't need to know why there is none.
  if (draft?.fields.repository === null || request.repository !== target.repository) return false;
  // The agent sees changes that are in the message.
  if (draft?.attachments?.some((attachment) => isOfChanges(attachment, target) && covers(attachment, note)))
    return false;
  switch (noteFacts[kind].subject) {
    case 'repository':
      return true;
    case 'git_provider':
      return request.git_provider === undefined && !api.start.mayBeUnknown?.includes('git_provider');
    case 'selected_branch':
      return request.selected_branch === target.branch;
  }
}

/** True if the changes in a message are all that a note on their clone is about. */
function covers({ readAt = 0, changedFiles = Infinity, unpushedCommits = 0 }: Attachment, note: TargetNote): boolean {
  if (Date.now() - readAt >= changesAge) return false;
  if (note.kind === 'changes') return note.files.total <= changedFiles;
  return (note.kind === 'ahead' || note.kind === 'aheadOfOther') && note.commits <= unpushedCommits;
}

/** Notes on something that only the clone has, or may have. */
const localKinds: readonly TargetNote['kind'][] = ['ahead', 'aheadOfOther', 'changes', 'changesNotCounted'];

function isOfChanges({ kind, from }: Attachment, { root }: Target): boolean {
  return kind === 'changes' && from?.root === root;
}

/** True if everything in the clone is on the branch that the agent starts on, as of the last fetch. */
export function isPushed(request: ConversationStartRequest, target: Target): boolean {
  return (
    target.trackingRef !== undefined &&
    isOfTarget(request, target) &&
    target.notes.every(({ kind }) => noteFacts[kind].subject !== 'selected_branch')
  );
}

function isOfTarget({ repository, selected_branch: branch }: ConversationStartRequest, target: Target): boolean {
  return repository === target.repository && branch === target.branch;
}

/** Fields that make known services fail if they are sent together with a replay. */
const conflictsWithReplay = ['initial_user_msg', 'image_urls', 'suggested_task'] as const;

/** Number of conversations that known services run at a time, unless their administrator has changed it. */
const maxRunning = 3;

type OwnKind = Exclude<Warning['kind'], TargetNote['kind']>;

/** The finders of all warnings that aren't notes of the target, in display order. */
const finders: { readonly [Kind in OwnKind]: (known: StartFacts) => readonly Omit<WarningOf<Kind>, 'kind'>[] } = {
  settingsUnread: ({ settingsError: error }) => when(error !== undefined, { error }),
  // Shown until the user says that it isn't running, or deletes the draft's content.
  mayRun: ({ draft, mayRunAt: baseUrl }) => (baseUrl === undefined || !draft || !isInDoubt(draft) ? [] : [{ baseUrl }]),
  mayBeSent: ({ draft }) => when(draft?.to !== undefined && isInDoubt(draft)),
  manyRun: ({ running = 0 }) => when(running >= maxRunning, { running }),
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
  // A task makes the service ignore the micro-agent, and a replay begins with a message of its own.
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
    when(id !== undefined && api.start.clientIds?.accepts(id) === false),
  idWasUsed: ({ request: { conversation_id: id }, isUsedId }) => when(id !== undefined && isUsedId?.(id) === true),
  idRefusedByMost: ({ request, api }) => when(has(request, 'conversation_id') && !api.start.clientIds),
  idDropsMessage: ({ request, api }) =>
    when(has(request, 'conversation_id', 'initial_user_msg') && !api.start.clientIds),
  cloneLacks: ({ request, draft, api }) => {
    // Other services learn the repository and the branch from the request.
    if (!api.start.suggested?.clone_instructions) return [];
    const { repository, selected_branch: branch } = request;
    const text = draft?.fields.clone_instructions ?? '';
    const names = [
      // Git providers ignore the case of a repository's name.
      ...(repository === undefined || isNamedIn(text.toLowerCase(), repository.toLowerCase()) ? [] : [repository]),
      ...(branch === undefined || isNamedIn(text, branch) ? [] : [branch]),
    ];
    return when(text !== '' && names.length > 0, { names });
  },
  invisible: ({ request }) => invisibleTexts(request),
  noSettings: ({ settings, api }) => when(settings === null, { fails: api.start.requires.includes('settings') }),
  // Services that don't require a key may work without one, for example with self-hosted models.
  noLlmKey: ({ settings, api }) =>
    when(Boolean(settings) && !settings?.llm_api_key_set && api.start.requires.includes('modelKey')),
  noRequiredSetting: ({ settings, api: { start } }) => {
    const missing = settings ? (start.requiredSettings ?? []).filter((setting) => !settings[setting]) : [];
    return missing.map((setting) => ({ setting }));
  },
  modelBesideProfile: ({ request, settings }) =>
    when(has(request, 'llm_model') && Boolean(settings?.['active_agent_profile_id'])),
  noProviderToken: ({ request, settings, api }) => {
    const wanted = repositoryLookup(request);
    if (!settings || !wanted || !lacksToken(settings, wanted.provider)) return [];
    const { provider } = wanted;
    return [{ ...(provider && { provider }), fails: api.start.requires.includes('gitToken') && lacksToken(settings) }];
  },
  notKept: ({ draft, request }) => (draft ? missingFields(draft, request).map((field) => ({ field })) : []),
  // The agent wouldn't find the attachments' paths in its repository. Another clone of that repository is fine.
  otherRepository: ({ draft, request: { repository }, target }) => {
    if (repository === undefined) return [];
    const root = target.repository === repository ? target.root : undefined;
    const attachments = (draft?.attachments ?? []).filter(
      ({ from }) => from && from.root !== root && !from.repositories?.includes(repository),
    );
    return when(attachments.length > 0, { repository, attachments });
  },
  changesGone: ({ draft, request, target }) => {
    const hasLocal = target.notes.some(({ kind }) => localKinds.includes(kind));
    const isIncluded = draft?.attachments?.some((piece) => isOfChanges(piece, target)) === true;
    return when(isIncluded && !hasLocal && target.trackingRef !== undefined && isOfTarget(request, target));
  },
  imagesMissing: ({ draft, request }) => {
    // Another warning says that no image was saved with the conversation that is started again.
    const isOtherWarning = draft && missingFields(draft, request).includes('image_urls');
    const names = draft && !isOtherWarning ? missingImages(draft) : [];
    return when(names.length > 0, { names });
  },
  mcpLoss: (known) => (sendsSelected(known) ? (known.mcp?.limitations ?? []) : []),
  mcpUnanswered: (known) => {
    const names = (sendsSelected(known) && known.mcp?.waiting) || [];
    return when(names.length > 0, { names });
  },
  mcpNotSupported: (known) => when(usesSelected(known) && !sendsSelected(known) && known.mcp?.config !== undefined),
};

function when(holds: boolean): readonly object[];
function when<Facts>(holds: boolean, facts: Facts): readonly Facts[];
function when(holds: boolean, facts: object = {}): readonly object[] {
  return holds ? [facts] : [];
}

function has(request: ConversationStartRequest, ...fields: readonly RequestField[]): boolean {
  return fields.every((field) => request[field] !== undefined);
}

/** True if a text has all parts of a path, in any notation: `octocat/app` is also in `github.com:octocat/app.git`. */
function isNamedIn(text: string, path: string): boolean {
  return path.split('/').every((part) => wholeWord(part).test(percentDecoded(text)));
}

function isElsewhere(task: SuggestedTask, { request, api: { start } }: StartFacts): boolean {
  const { repository, git_provider: provider } = request;
  if (start.setByTask.includes('repository') && repository === undefined && provider === undefined) return false;
  return repository !== task.repo || (provider !== undefined && provider !== task.git_provider);
}

/** Servers in the request itself replace the selected ones. */
function usesSelected({ draft, mcp }: StartFacts): boolean {
  return mcp !== undefined && draft?.fields.mcp_config === undefined;
}

function sendsSelected(known: StartFacts): boolean {
  return usesSelected(known) && !known.api.start.unsupportedFields.includes('mcp_config');
}

/** The provider of the repository that known services look up before a start; `undefined` if there is no repository. */
export function repositoryLookup(
  request: ConversationStartRequest,
): { readonly provider: GitProvider | undefined } | undefined {
  const { repository, git_provider: provider, suggested_task: task } = request;
  // A micro-agent supplies the repository if the request names none, unless a suggested task replaces the micro-agent.
  const microagent = task ? undefined : request.create_microagent;
  const named = repository ?? microagent?.repo;
  return named === undefined ? undefined : { provider: provider ?? microagent?.git_provider };
}

/** True if no token is set for a Git provider, according to the settings. Without a provider: no token for any. */
export function lacksToken({ provider_tokens_set: tokens }: Settings, provider?: GitProvider): boolean {
  if (!isRecord(tokens)) return false;
  if (provider === undefined) return !Object.values(tokens).some(isConfigured);
  return tokens[provider] === undefined || !isConfigured(tokens[provider]);
}
