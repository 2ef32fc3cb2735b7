import { requestOf, type Draft } from '../../../draft/common/draft';
import { attachmentsFromOtherRepositories, preflight } from '../../common/preflight';
import type { TickedServers, McpServers } from '../../../mcp/common/mcpServers';
import type { ServiceAccess } from '../../../service/common/serviceAccess';
import type { SettingsSource } from '../../../settings/common/settingsSource';
import type { Templates } from '../../../draft/common/templates';
import type { RepositoryActions, Workspace } from '../../../repository/common/workspace';
import { subject, type Warning } from '../../common/warnings';
import type { ConversationStartRequest } from '../../../client/common/records';
import { missingFields } from '../../../draft/common/startAgain';
import type { Redactor } from '../../../base/common/redactor';
import type { KnownSettings } from '../../../service/common/settingsState';
import type { WorkspaceContext, Targets } from '../../../repository/common/targets';
import type { RequestPreviews } from '../requestPreviews';

/** What the sheet shows and edits. Without surroundings, they are still being looked at. */
export interface SheetState {
  readonly draft: Draft;
  readonly surroundings: WorkspaceContext | undefined;
  /** As last loaded. */
  readonly settings: KnownSettings;
  /** Where a start of the draft may be running: `{base_url}` of the interface. */
  readonly mayRunAt?: string | undefined;
  /** The MCP servers that are ticked, secrets filled in: never part of a draft, which is kept in a file. */
  readonly mcp?: TickedServers & {
    /** How many of the servers that the service has saved are among them; absent when they were not merged. */
    readonly saved?: number;
  };
}

/** What a question changed; nothing when it was closed. */
export interface Edited extends Partial<Pick<SheetState, 'draft' | 'surroundings' | 'mcp'>> {
  /** The work goes on elsewhere: the sheet closes, its draft kept. */
  readonly leaves?: true;
}

/** What the questions of the sheet need beside its state. */
export interface SheetPorts {
  readonly targets: Targets;
  readonly actions: RepositoryActions;
  readonly templates: () => Promise<Templates>;
  readonly workspace: Pick<Workspace, 'repositoryOf'>;
  readonly mcp: () => Promise<McpServers>;
  readonly service: Pick<ServiceAccess, 'connect'>;
  readonly settings: Pick<SettingsSource, 'load'>;
  /** Goes on with the message in an editor, where the sheet's draft is kept from then on. */
  readonly writeInEditor: (draft: Draft) => Promise<void>;
  readonly previews: () => Promise<Pick<RequestPreviews, 'show'>>;
  /** Knows what was answered about MCP servers. */
  readonly redactor: Pick<Redactor, 'redact'>;
  /** The address that the sheet is about, `{base_url}` of the interface. */
  readonly serviceUrl: string;
}

/** The fields that are asked for in a row. The message is typed. */
export type SheetField = Exclude<keyof ConversationStartRequest, 'initial_user_msg'>;

/** What would be sent if "Start" were chosen now. */
export function sheetRequest({ draft, surroundings, mcp }: SheetState): ConversationStartRequest {
  return requestOf(draft, { target: undefined, instructions: '', ...surroundings, mcpConfig: mcp?.config });
}

/** The warnings that hold for what the sheet would send. */
export function sheetWarnings(state: SheetState): readonly Warning[] {
  if (!state.surroundings) return [];
  const request = sheetRequest(state);
  const warnings = preflight(request, state.surroundings.target, state.settings);
  const attached = (state.draft.attachments ?? []).some(({ kind }) => kind === 'changes');
  const missing = missingFields(state.draft, request).map((field) => ({ kind: 'notKept', field }) as const);
  return [
    ...startWarnings(state),
    ...warnings,
    ...missing,
    ...pieceWarnings(state, request),
    ...mcpWarnings(state),
  ].filter((warning) => {
    // They are sent, too.
    if (state.mcp?.saved !== undefined && warning.kind === 'mcpReplacesSaved') return false;
    // What is in the message, the agent sees.
    if (attached && (warning.kind === 'ahead' || warning.kind === 'changes')) return false;
    // Who wants no repository need not hear why there is none.
    return state.draft.fields.repository !== null || !isOfTarget(warning);
  });
}

/** Until somebody says that it is not running, or writes something else. */
function startWarnings({ draft, mayRunAt }: SheetState): Warning[] {
  return draft.sentAs === undefined || mayRunAt === undefined ? [] : [{ kind: 'mayRun', baseUrl: mayRunAt }];
}

/** What was handed over from a repository, and goes to another one. */
function pieceWarnings({ draft, surroundings }: SheetState, request: ConversationStartRequest): Warning[] {
  const { repository } = request;
  const pieces = surroundings ? attachmentsFromOtherRepositories(draft, request, surroundings.target) : [];
  return repository === undefined || pieces.length === 0 ? [] : [{ kind: 'otherRepository', repository, pieces }];
}

/** Servers of the request's own stand in place of the ticked ones. */
function mcpWarnings({ draft, mcp }: SheetState): Warning[] {
  if (!mcp || draft.fields.mcp_config !== undefined) return [];
  const { limitations, waiting: names } = mcp;
  return [
    ...limitations.map((limitation) => ({ kind: 'mcpLoss', ...limitation }) as const),
    ...(names.length === 0 ? [] : [{ kind: 'mcpUnanswered', names } as const]),
  ];
}

function isOfTarget(warning: Warning): boolean {
  return ['repository', 'git_provider', 'selected_branch'].includes(subject(warning));
}

/**
 * What has to be asked before a start, since it is not guessed: which of several repositories or remotes, what stands for
 * a repository that is gone, and the provider of a host that nobody knows.
 */
export function openQuestion(state: SheetState): SheetField | undefined {
  const { repository, git_provider: provider } = state.draft.fields;
  for (const { kind } of sheetWarnings(state)) {
    const isOpen = kind === 'several' || kind === 'severalRemotes' || kind === 'chosenGone';
    if (isOpen && repository === undefined) return 'repository';
    if (kind === 'unknownProvider' && provider === undefined) return 'git_provider';
  }
  return undefined;
}

/** The draft with the repository that the sheet shows: what the workspace would say may change while it is written. */
export function withTarget({ draft, surroundings }: Pick<SheetState, 'draft' | 'surroundings'>): Draft {
  const { root, remote } = surroundings?.target ?? {};
  if (draft.chosen || root === undefined) return draft;
  return { ...draft, chosen: { root, ...(remote !== undefined && { remote }) } };
}

/** An answer knows the text as it was when it was asked for; what was written since stays, unless it is what was changed. */
export function withTextSince(answer: Draft, asked: Draft, now: Draft): Draft {
  return {
    ...answer,
    ...(answer.body === asked.body && now.body !== undefined && { body: now.body }),
    ...(answer.images === asked.images && now.images && { images: now.images }),
  };
}
