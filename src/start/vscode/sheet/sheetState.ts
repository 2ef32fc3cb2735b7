import { withoutField, withoutResultBranch, type Draft, type DraftEdit } from '../../../draft/draft';
import { noDefaults, requestOf } from '../../../draft/request';
import { findWarnings, type KnownBefore } from '../../findWarnings';
import type { Conversation } from '../../../conversations/conversation';
import type { ReadyConnection } from '../../../service/serviceConnection';
import type { OpenDraft } from '../../../draft/openDraft';
import { ExplainedError } from '../../../base/vscode/explanation';
import { connectionMissing } from '../explain';
import type { StartPorts } from '../startPorts';
import type { Warning } from '../../warnings';
import type { ServiceApi } from '../../../client/apis/serviceApi';
import { apiNamed, interfaceApi } from '../../../client/apis/registry';
import type { ConversationStartRequest, RequestField } from '../../../client/records';
import type { TargetContext, Targets } from '../../../repository/targets';
import * as vscode from 'vscode';
import { showQuickPick } from '../../../base/vscode/quickInputs';
import { requestFieldTitle } from '../../../service/vscode/errors/fieldLabels';

/** State that the sheet shows and edits. Without targetContext, they are still being determined. */
export interface SheetState extends Pick<
  KnownBefore,
  'settings' | 'settingsError' | 'mayRunAt' | 'running' | 'isUsedId' | 'mcp'
> {
  readonly draft: Draft;
  /** The conversation that the draft continues, as last reported; absent for a start. */
  readonly to?: (() => Conversation) | undefined;
  readonly targetContext: TargetContext | undefined;
  /** No session key is saved for the service: it is asked for before the start is sent. */
  readonly lacksKey?: boolean;
  /** The service's API; the interface's if it isn't known. */
  readonly api?: ServiceApi;
  /** The sheet without the saved draft that it continues; absent if it continues none. */
  readonly fresh?: Draft | undefined;
}

/** Changes made by a prompt; nothing when it was closed. */
export interface SheetChange extends Partial<Pick<SheetState, 'targetContext' | 'mcp'>> {
  /** Changes the draft as it is when the prompt closes: its text may be written on in its editor. */
  readonly edit?: DraftEdit;
  /** The work continues elsewhere: the sheet closes, its draft saved. */
  readonly leaves?: true;
  /** The sheet continues with another draft, and this one is saved. */
  readonly instead?: OpenDraft;
}

/** The action of a row. Returns the resulting changes on the sheet. */
export type RowAction = (state: SheetState, ports: SheetPorts) => Promise<SheetChange>;

export interface SheetPorts extends Pick<
  StartPorts,
  'drafts' | 'templates' | 'workspace' | 'mcp' | 'service' | 'settings' | 'previews' | 'redactor' | 'report'
> {
  readonly targets: Targets;
  readonly opened: OpenDraft;
  /** The service URL that the sheet is about, `{base_url}` of the interface. */
  readonly serviceUrl: string;
  /** The id of the next start, a UUID. */
  readonly newId: () => string;
}

/** Fields with a row that prompts for them. The message is typed. */
export type SheetField = Exclude<RequestField, 'initial_user_msg'>;

/** Display and prompt of a request's field on the review sheet. */
export interface FieldOnSheet<Field extends RequestField> {
  /** Id of a VS Code product icon. */
  readonly icon: string;
  /** Text for a field without a value whose row is shown anyway: the workspace determines it. */
  readonly whenUnset?: () => string;
  /** Hints to read before it is sent, each in a row below it. */
  readonly notes?: () => readonly string[];
  /** Set for fields with a value unless the user removes it: from the settings, the selected servers, or the draft's images. */
  readonly isSentByDefault?: true;
  /** The value in short, with its size if it has one. */
  readonly value: (
    value: NonNullable<ConversationStartRequest[Field]>,
    state: SheetState,
    request: ConversationStartRequest,
  ) => string;
  /** Prompts for a new value. Returns the changes; nothing when the prompt was closed. */
  readonly edit: RowAction;
}

/** The request that "Start" would send now. */
export function sheetRequest(state: SheetState): ConversationStartRequest {
  const { draft, targetContext, mcp } = state;
  const sent = isMerged(state) ? withoutField(draft, 'mcp_config') : draft;
  // Servers that are selected for every draft of the workspace aren't sent to a service that doesn't take any.
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

/** True if the service takes a field. */
export function isSupported(field: RequestField, state: SheetState): boolean {
  return !apiOf(state).start.unsupportedFields.includes(field);
}

/** The request in the rows of its fields: the sentence about the result branch is in that branch's own row. */
export function rowRequest(state: SheetState): ConversationStartRequest {
  return sheetRequest({ ...state, draft: withoutResultBranch(state.draft) });
}

/** True if the draft's own MCP servers are among those on the sheet, together with the ones saved on the service. */
export function isMerged({ draft, mcp }: SheetState): boolean {
  return mcp?.saved !== undefined && draft.fields.mcp_config !== null;
}

export function sheetWarnings(state: SheetState, request = sheetRequest(state)): readonly Warning[] {
  // A message to a conversation isn't about the workspace's repository.
  const target = state.to ? { notes: [] } : state.targetContext?.target;
  return target ? findWarnings({ ...state, request, target, api: apiOf(state) }) : [];
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

/** The hint beside a text that is shown in place of the sheet. */
export function wayBackToSheet(): string {
  return vscode.l10n.t('Close the text to go back to the review sheet.');
}

export async function connectionOf({ service, serviceUrl }: SheetPorts): Promise<ReadyConnection> {
  const connection = await service.connect();
  if (connection.kind !== 'ready') throw connectionMissing(connection);
  if (connection.address.baseUrl === serviceUrl) return connection;
  throw new ExplainedError(vscode.l10n.t('The service URL was changed. Open the review sheet again.'));
}

interface Removable {
  /** By default, the field is unset. */
  readonly remove?: DraftEdit;
  /** The row for typed text, if that is a value of the field. */
  readonly typed?: (text: string, state: SheetState) => Answer;
}

/** The prompt of a field that has no default; if it is set, removing it is offered, too. */
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
