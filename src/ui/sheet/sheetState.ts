import { requestOf, type Draft } from '../../domain/draft';
import type { RepositoryActions } from '../../domain/ports';
import { preflight, subject, type Warning } from '../../domain/preflight';
import type { ConversationStartRequest, McpConfig, Settings } from '../../domain/records';
import type { Surroundings, Targets } from '../../domain/targets';

/** What the sheet shows and edits. Without surroundings, they are still being looked at. */
export interface SheetState {
  readonly draft: Draft;
  readonly surroundings: Surroundings | undefined;
  /** As last loaded; `undefined` when they were not. */
  readonly settings: Settings | undefined;
  /** The MCP servers that are ticked, secrets filled in: never part of a draft, which is kept in a file. */
  readonly mcpConfig?: McpConfig | undefined;
}

/** What a question changed; nothing when it was closed. */
export interface Edited extends Partial<Pick<SheetState, 'draft' | 'surroundings' | 'mcpConfig'>> {
  /** The work goes on elsewhere: the sheet closes, its draft kept. */
  readonly leaves?: true;
}

/** What the questions of the sheet need beside its state. */
export interface SheetPorts {
  readonly targets: Targets;
  readonly actions: RepositoryActions;
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
  const warnings = preflight(sheetRequest(state), state.surroundings.target, state.settings);
  const attached = (state.draft.attachments ?? []).some(({ kind }) => kind === 'changes');
  return warnings.filter((warning) => {
    // What is in the message, the agent sees.
    if (attached && (warning.kind === 'ahead' || warning.kind === 'changes')) return false;
    // Who wants no repository need not hear why there is none.
    return state.draft.fields.repository !== null || !isOfTarget(warning);
  });
}

function isOfTarget(warning: Warning): boolean {
  return ['repository', 'git_provider', 'selected_branch'].includes(subject(warning));
}
