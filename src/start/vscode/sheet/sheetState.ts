import { requestOf, withoutField, withoutResultBranch, type Draft } from '../../../draft/common/draft';
import { attachmentsFromOtherRepositories, preflight } from '../../common/preflight';
import type { TickedServers, McpServers } from '../../../mcp/common/mcpServers';
import type { ServiceAccess } from '../../../service/common/serviceAccess';
import type { SettingsSource } from '../../../settings/common/settingsSource';
import type { Templates } from '../../../draft/common/templates';
import type { RepositoryActions, Workspace } from '../../../repository/common/workspace';
import { subject, type Warning } from '../../common/warnings';
import { dialects, interfaceApi, type Dialect } from '../../../client/common/dialect';
import type { ConversationStartRequest } from '../../../client/common/records';
import { missingFields } from '../../../draft/common/startAgain';
import type { Redactor } from '../../../base/common/redactor';
import type { KnownSettings } from '../../../service/common/settingsState';
import type { WorkspaceContext, Targets } from '../../../repository/common/targets';
import type { RequestPreviews } from '../requestPreviews';

/** State that the sheet shows and edits. Without surroundings, they are still being determined. */
export interface SheetState {
  readonly draft: Draft;
  readonly surroundings: WorkspaceContext | undefined;
  /** Settings as last loaded. */
  readonly settings: KnownSettings;
  /** What the service's API takes; the interface's if it isn't known. */
  readonly dialect?: Dialect;
  /** The service where a start of the draft may be running: `{base_url}` of the interface. */
  readonly mayRunAt?: string | undefined;
  /** Number of conversations known to run on the service. */
  readonly running?: number;
  /** The sheet without the saved draft that it continues; absent if it continues none. */
  readonly fresh?: Draft | undefined;
  /** The selected MCP servers, secrets filled in: never part of a draft, which is saved in a file. */
  readonly mcp?: TickedServers & {
    /** Number of these servers that come from the service's settings; absent if they weren't merged. */
    readonly saved?: number;
  };
}

/** Changes made by a prompt; nothing when it was closed. */
export interface Edited extends Partial<Pick<SheetState, 'draft' | 'surroundings' | 'mcp' | 'fresh'>> {
  /**
   * Changes the text or the images of the draft, in place of `draft`: of those that it has when the prompt closes, since
   * they may be written on in its editor.
   */
  readonly edit?: (draft: Draft) => Draft;
  /** The work continues elsewhere: the sheet closes, its draft saved. */
  readonly leaves?: true;
}

/** Dependencies of the sheet's prompts besides its state. */
export interface SheetPorts {
  readonly targets: Targets;
  readonly actions: RepositoryActions;
  readonly templates: () => Promise<Templates>;
  readonly workspace: Pick<Workspace, 'repositoryOf' | 'resultBranchTemplate'>;
  readonly mcp: () => Promise<McpServers>;
  readonly service: Pick<ServiceAccess, 'connect'>;
  readonly settings: Pick<SettingsSource, 'load'>;
  /** Continues the message in an editor, which stores the sheet's draft from then on. */
  readonly writeInEditor: (draft: Draft) => Promise<void>;
  /** Moves the sheet's draft to a document; the sheet stays open. */
  readonly setAside: (draft: Draft) => Promise<void>;
  readonly previews: () => Promise<Pick<RequestPreviews, 'show'>>;
  /** Knows the answers about MCP servers. */
  readonly redactor: Pick<Redactor, 'redact'>;
  /** The service URL that the sheet is about, `{base_url}` of the interface. */
  readonly serviceUrl: string;
}

/** Fields with a row that prompts for them. The message is typed. */
export type SheetField = Exclude<keyof ConversationStartRequest, 'initial_user_msg'>;

/** The request that "Start" would send now. */
export function sheetRequest(state: SheetState): ConversationStartRequest {
  const { draft, surroundings, mcp } = state;
  const sent = isMerged(state) ? withoutField(draft, 'mcp_config') : draft;
  const mcpConfig = takesMcp(state) ? mcp?.config : undefined;
  return requestOf(sent, { target: undefined, instructions: '', ...surroundings, mcpConfig });
}

/** False if servers that are selected for every draft of the workspace aren't sent to this service. */
function takesMcp({ dialect = dialects[interfaceApi] }: SheetState): boolean {
  return !dialect.notTaken.includes('mcp_config');
}

/** The request in the rows of its fields: the sentence about the result branch is in that branch's own row. */
export function rowRequest(state: SheetState): ConversationStartRequest {
  return sheetRequest({ ...state, draft: withoutResultBranch(state.draft) });
}

/** True if the draft's own MCP servers are among those on the sheet, together with the ones saved on the service. */
export function isMerged({ draft, mcp }: SheetState): boolean {
  return mcp?.saved !== undefined && draft.fields.mcp_config !== null;
}

/** The warnings that apply to the sheet's request. */
export function sheetWarnings(state: SheetState, request = sheetRequest(state)): readonly Warning[] {
  if (!state.surroundings) return [];
  const warnings = preflight(
    request,
    state.surroundings.target,
    state.settings,
    state.dialect ?? dialects[interfaceApi],
  );
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
    // The agent sees everything in the message.
    if (attached && (warning.kind === 'ahead' || warning.kind === 'changes')) return false;
    // A user who wants no repository doesn't need to know why there is none.
    return state.draft.fields.repository !== null || !isOfTarget(warning);
  });
}

/** Number of conversations that known services run at a time, unless their administrator changed it. */
const mostRunning = 3;

/** The first is shown until the user says that it isn't running, or writes something else. */
function startWarnings({ draft, mayRunAt, running = 0 }: SheetState): Warning[] {
  return [
    ...(draft.sentAs === undefined || mayRunAt === undefined ? [] : [{ kind: 'mayRun', baseUrl: mayRunAt } as const]),
    ...(running >= mostRunning ? [{ kind: 'manyRun', running } as const] : []),
  ];
}

/** Attachments from one repository that are sent to another. */
function pieceWarnings({ draft, surroundings }: SheetState, request: ConversationStartRequest): Warning[] {
  const { repository } = request;
  const pieces = surroundings ? attachmentsFromOtherRepositories(draft, request, surroundings.target) : [];
  return repository === undefined || pieces.length === 0 ? [] : [{ kind: 'otherRepository', repository, pieces }];
}

/** The request's own servers replace the selected ones. */
function mcpWarnings(state: SheetState): Warning[] {
  const { draft, mcp } = state;
  if (!mcp || draft.fields.mcp_config !== undefined) return [];
  if (!takesMcp(state)) return mcp.config ? [{ kind: 'mcpLeftOut' }] : [];
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
 * The field that must be asked for before a start, since it isn't guessed: which of several repositories or remotes,
 * the replacement for a repository that is gone, and the provider of an unknown host.
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

/** The draft with the repository that the sheet shows: the workspace's choice may change while the draft is written. */
export function withTarget({ draft, surroundings }: Pick<SheetState, 'draft' | 'surroundings'>): Draft {
  const { root, remote } = surroundings?.target ?? {};
  if (draft.chosen || root === undefined) return draft;
  return { ...draft, chosen: { root, ...(remote !== undefined && { remote }) } };
}

/** An answer has the text from when its prompt opened; text written since stays. */
export function withTextSince(answer: Draft, asked: Draft, now: Draft): Draft {
  return {
    ...answer,
    ...(now.body !== asked.body && now.body !== undefined && { body: now.body }),
    ...(now.images !== asked.images && now.images && { images: now.images }),
  };
}
