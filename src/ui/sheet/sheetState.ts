import { requestOf, type Draft } from '../../domain/draft';
import type { TickedServers } from '../../domain/mcp/tickedServers';
import type { McpServers, RepositoryActions, ServiceAccess, Templates } from '../../domain/ports';
import { preflight, subject, type Warning } from '../../domain/preflight';
import type { ConversationStartRequest, McpConfig, Settings } from '../../domain/records';
import { missingFields } from '../../domain/startAgain';
import type { Surroundings, Targets } from '../../domain/targets';
import type { RequestPreviews } from '../requestPreviews';

/** What the sheet shows and edits. Without surroundings, they are still being looked at. */
export interface SheetState {
  readonly draft: Draft;
  readonly surroundings: Surroundings | undefined;
  /** As last loaded; `undefined` when they were not. */
  readonly settings: Settings | undefined;
  /** The MCP servers that are ticked, secrets filled in: never part of a draft, which is kept in a file. */
  readonly mcpConfig?: McpConfig | undefined;
  /** What is said about them. */
  readonly mcp?: SheetMcp;
}

export interface SheetMcp extends Pick<TickedServers, 'names' | 'waiting'> {
  /** How many of the servers that the service has saved are among them; absent when they were not merged. */
  readonly saved?: number;
}

/** What a question changed; nothing when it was closed. */
export interface Edited extends Partial<Pick<SheetState, 'draft' | 'surroundings' | 'mcpConfig' | 'mcp'>> {
  /** The work goes on elsewhere: the sheet closes, its draft kept. */
  readonly leaves?: true;
}

/** What the questions of the sheet need beside its state. */
export interface SheetPorts {
  readonly targets: Targets;
  readonly actions: RepositoryActions;
  readonly templates: () => Promise<Templates>;
  readonly mcp: () => Promise<McpServers>;
  readonly service: Pick<ServiceAccess, 'connect'>;
  /** Goes on with the message in an editor, where the sheet's draft is kept from then on. */
  readonly writeInEditor: (draft: Draft) => Promise<void>;
  readonly previews: Pick<RequestPreviews, 'show'>;
  /** The address that the sheet is about, `{base_url}` of the interface. */
  readonly serviceUrl: string;
}

/** The fields that the sheet has a row for, in their order on it. The message has rows of its own. */
export const sheetFields = [
  'repository',
  'git_provider',
  'selected_branch',
  'image_urls',
  'suggested_task',
  'create_microagent',
  'replay_json',
  'conversation_instructions',
  'mcp_config',
  'conversation_id',
] as const satisfies readonly (keyof ConversationStartRequest)[];
export type SheetField = (typeof sheetFields)[number];

/** What would be sent if "Start" were chosen now. */
export function sheetRequest({ draft, surroundings, mcpConfig }: SheetState): ConversationStartRequest {
  return requestOf(draft, { target: undefined, instructions: '', ...surroundings, mcpConfig });
}

/** The warnings that hold for what the sheet would send. */
export function sheetWarnings(state: SheetState): readonly Warning[] {
  if (!state.surroundings) return [];
  const request = sheetRequest(state);
  const warnings = preflight(request, state.surroundings.target, state.settings);
  const attached = (state.draft.attachments ?? []).some(({ kind }) => kind === 'changes');
  const missing = missingFields(state.draft, request).map((field) => ({ kind: 'notKept', field }) as const);
  return [...warnings, ...missing, ...mcpWarnings(state)].filter((warning) => {
    // They are sent, too.
    if (state.mcp?.saved !== undefined && warning.kind === 'mcpReplacesSaved') return false;
    // What is in the message, the agent sees.
    if (attached && (warning.kind === 'ahead' || warning.kind === 'changes')) return false;
    // Who wants no repository need not hear why there is none.
    return state.draft.fields.repository !== null || !isOfTarget(warning);
  });
}

/** Servers of the request's own stand in place of the ticked ones. */
function mcpWarnings({ draft, mcp }: SheetState): Warning[] {
  const names = draft.fields.mcp_config === undefined ? (mcp?.waiting ?? []) : [];
  return names.length === 0 ? [] : [{ kind: 'mcpUnanswered', names }];
}

function isOfTarget(warning: Warning): boolean {
  return ['repository', 'git_provider', 'selected_branch'].includes(subject(warning));
}
