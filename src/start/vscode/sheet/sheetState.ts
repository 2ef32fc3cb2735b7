import * as vscode from 'vscode';
import { withoutField, withoutResultBranch, type Draft, type DraftEdit } from '../../../draft/draft';
import { noDefaults, requestOf } from '../../../draft/request';
import { findWarnings, type StartFacts } from '../../findWarnings';
import type { Conversation } from '../../../conversations/conversation';
import { NotConnected, type ReadyConnection } from '../../../service/serviceConnection';
import type { OpenDraft } from '../../../draft/openDraft';
import { ExplainedError } from '../../../base/vscode/explanation';
import { asExplained } from '../explain';
import type { StartPorts } from '../startPorts';
import type { Warning } from '../../warnings';
import type { ServiceApi } from '../../../client/apis/serviceApi';
import { apiNamed, interfaceApi } from '../../../client/apis/registry';
import type { ConversationStartRequest, RequestField } from '../../../client/records';
import type { TargetContext, Targets } from '../../../repository/targets';
import { showQuickPick } from '../../../base/vscode/quickInputs';
import { requestFieldTitle } from '../../../service/vscode/errors/fieldLabels';

export interface SheetState extends Pick<
  StartFacts,
  'settings' | 'settingsError' | 'mayRunAt' | 'running' | 'isUsedId' | 'mcp'
> {
  readonly draft: Draft;
  /** Set for a message to a conversation: returns that conversation with its latest known status. */
  readonly to?: (() => Conversation) | undefined;
  /** The repository and branch; `undefined` until they are found. */
  readonly targetContext: TargetContext | undefined;
  /** True if no session key is saved for the service, so that it is asked for before the start. */
  readonly lacksKey?: boolean;
  /** The service's API; `undefined` until it is known. */
  readonly api?: ServiceApi;
  /** The draft for "Start Fresh", if the sheet continues a saved draft. */
  readonly fresh?: Draft | undefined;
}

/** The part of the sheet's state that takes a while to find out. */
export interface StartContext
  extends Pick<SheetState, 'mcp' | 'mayRunAt' | 'lacksKey'>, Required<Pick<SheetState, 'api'>> {
  readonly targetContext: TargetContext;
}

/** The changes made by a prompt; empty if it was closed. */
export interface SheetChange extends Partial<Pick<SheetState, 'targetContext' | 'mcp'>> {
  /** Applied to the draft when the prompt closes, since the draft's document may be edited meanwhile. */
  readonly edit?: DraftEdit;
  /** Closes the sheet and saves its draft, because the user continues elsewhere. */
  readonly leaves?: true;
  /** Saves the sheet's draft and continues with this one. */
  readonly instead?: OpenDraft;
  /** The prompt's answer is another action, which gets the state of the sheet at that time. */
  readonly next?: RowAction | undefined;
}

/** The action of a row or button, usually a prompt. Returns the resulting changes. */
export type RowAction = (state: SheetState, ports: SheetPorts) => Promise<SheetChange>;

export interface SheetPorts extends Pick<
  StartPorts,
  'drafts' | 'templates' | 'workspace' | 'mcp' | 'service' | 'settings' | 'previews' | 'redactor' | 'report'
> {
  readonly targets: Targets;
  readonly opened: OpenDraft;
  /** The URL of the service that the sheet sends to, `{base_url}` of the interface. */
  readonly serviceUrl: string;
  /** The id of the start from this sheet, a UUID, the same each time. */
  readonly startId: () => string;
}

/** Fields whose row prompts for their value. The message is typed into the sheet's input. */
export type SheetField = Exclude<RequestField, 'initial_user_msg'>;

export interface FieldOnSheet<Field extends RequestField> {
  readonly icon: string;
  /** The text of a row without a value, for fields that always have a row. */
  readonly whenUnset?: () => string;
  /** Hints, each in a row below the field's. */
  readonly notes?: () => readonly string[];
  /** Set if the field gets a value from elsewhere, such as the settings, unless the user removes it. */
  readonly isSentByDefault?: true;
  /** A short text for the value, with its size if it is long. */
  readonly value: (
    value: NonNullable<ConversationStartRequest[Field]>,
    state: SheetState,
    request: ConversationStartRequest,
  ) => string;
  readonly edit: RowAction;
  /** Removes the value, where that takes more than to unset the field. */
  readonly remove?: DraftEdit;
}

export function sheetRequest(state: SheetState): ConversationStartRequest {
  const { draft, targetContext, mcp } = state;
  const sent = isMerged(state) ? withoutField(draft, 'mcp_config') : draft;
  // Servers are selected once for a workspace. A service that doesn't support them gets none.
  const { suggested } = apiOf(state).start;
  const mcpConfig = isSupported('mcp_config', state) ? mcp?.config : undefined;
  const request = requestOf(sent, { ...noDefaults, ...targetContext, mcpConfig, suggested });
  if (!state.to) return request;
  const { initial_user_msg, image_urls } = request;
  return { ...(initial_user_msg !== undefined && { initial_user_msg }), ...(image_urls && { image_urls }) };
}

export function apiOf({ api = apiNamed(interfaceApi) }: Pick<SheetState, 'api'>): ServiceApi {
  return api;
}

export function isSupported(field: RequestField, state: SheetState): boolean {
  return !apiOf(state).start.unsupportedFields.includes(field);
}

/** The request that the fields' rows show: the sentence below the instructions, about the result branch, has its own row. */
export function rowRequest(state: SheetState): ConversationStartRequest {
  const { conversation_instructions: _, ...request } = sheetRequest(state);
  const { conversation_instructions: own } = sheetRequest({ ...state, draft: withoutResultBranch(state.draft) });
  return own === undefined ? request : { ...request, conversation_instructions: own };
}

/** True if the sheet sends the draft's own MCP servers together with the ones that are saved on the service. */
export function isMerged({ draft, mcp }: SheetState): boolean {
  return mcp?.saved !== undefined && draft.fields.mcp_config !== null;
}

export function sheetWarnings(state: SheetState): readonly Warning[] {
  // A message to a conversation isn't about the workspace's repository.
  const target = state.to ? { notes: [] } : state.targetContext?.target;
  return target ? findWarnings({ ...state, request: sheetRequest(state), target, api: apiOf(state) }) : [];
}

/**
 * The field that the user must be asked for before a start: the repository, if there are several or the chosen one is gone,
 * or the Git provider of an unknown host.
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

/** Label of the button that leads from a question back to the sheet. */
export function backToSheet(): string {
  return vscode.l10n.t('Back to Review Sheet');
}

export function wayBackToSheet(): string {
  return vscode.l10n.t('Press Escape to go back to the review sheet.');
}

export async function connectionOf({ service, serviceUrl }: SheetPorts): Promise<ReadyConnection> {
  const connection = await service.connect();
  if (connection.kind !== 'ready') throw asExplained(new NotConnected(connection));
  if (connection.address.baseUrl === serviceUrl) return connection;
  throw new ExplainedError(vscode.l10n.t('The service URL was changed. Open the review sheet again.'));
}

interface Removable {
  /** Removes the value. By default, the field is unset. */
  readonly remove?: DraftEdit;
  /** The item for text that is typed in the list, if that can be a value of the field. */
  readonly typed?: (text: string, state: SheetState) => Answer;
}

/** A prompt that offers to change or remove the value of a field. If the field isn't set, asks for a value right away. */
export function changeOrRemove(
  field: SheetField,
  change: RowAction,
  { remove = (draft) => withoutField(draft, field), typed }: Removable = {},
): RowAction {
  return async (state, ports) => {
    if (!state.draft.fields[field]) return change(state, ports);
    const changing = {
      iconPath: new vscode.ThemeIcon('edit'),
      label: vscode.l10n.t('Change...'),
      act: () => change(state, ports),
    };
    const removing = {
      iconPath: new vscode.ThemeIcon('trash'),
      label: vscode.l10n.t('Remove'),
      act: () => ({ edit: remove }),
    };
    const options = { title: requestFieldTitle(field), ignoreFocusOut: true };
    const rowOf = typed && ((text: string) => typed(text, state));
    const picked = await showQuickPick<Answer>([changing, removing], options, rowOf);
    return (await picked?.act()) ?? {};
  };
}

interface Answer extends vscode.QuickPickItem {
  readonly act: () => SheetChange | Promise<SheetChange>;
}
