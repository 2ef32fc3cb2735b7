import * as vscode from 'vscode';
import type { DisposableStore } from '../../../base/lifecycle';
import { sheetActionCommand, sheetContext } from '../../../names';
import { requestFields } from '../fields/requestFields';
import {
  type RowAction,
  type SheetChange,
  type SheetPorts,
  type SheetState,
  apiOf,
  sheetRequest,
  wayBackToSheet,
} from './sheetState';
import { useTemplate } from './useTemplate';
import { plainLabel } from '../../../base/text';
import { requestPreviewText, requestText } from '../../../draft/request';
import { untilClosedWithHint, type OpenText } from '../../../base/vscode/readOnlyTexts';
import { messageRule } from '../../deliverMessage';
import { curlCommand, keyVariable } from '../../curl';
import { proposedId, type RequestForm } from '../../../client/apis/serviceApi';
import type { ConversationStartRequest } from '../../../client/records';
import { inform } from '../../../base/vscode/notify';
import { setContext } from '../../../base/vscode/contextKeys';

/**
 * Actions on the sheet as a whole. Each is a button in the sheet's title, in this order, an item in "More Options...", and
 * has a keybinding, which refers to it by its name here.
 */
export const sheetActions = {
  writeInEditor: {
    icon: 'edit',
    words: () => vscode.l10n.t('Write in Editor'),
    perform: requestFields.initial_user_msg.edit,
  },
  attachImages: {
    icon: 'file-media',
    words: () => vscode.l10n.t('Attach Images...'),
    perform: requestFields.image_urls.edit,
  },
  useTemplate: { icon: 'symbol-snippet', words: () => vscode.l10n.t('Use Template...'), perform: useTemplate },
  previewRequest: { icon: 'eye', words: () => vscode.l10n.t('Preview Request'), perform: preview },
  copyAsCurl: { icon: 'terminal', words: () => vscode.l10n.t('Copy as cURL'), perform: copyAsCurl },
} satisfies Record<string, { icon: string; words: () => string; perform: RowAction }>;

export const sheetActionNames = Object.keys(sheetActions) as readonly (keyof typeof sheetActions)[];

/** Adds the buttons to the title of a sheet and makes the keybindings work, until the store is disposed of. */
export function addSheetActions(
  pick: vscode.QuickPick<vscode.QuickPickItem>,
  store: DisposableStore,
  perform: (action: RowAction) => void,
): void {
  const buttons = sheetActionNames.map((name) => ({
    name,
    iconPath: new vscode.ThemeIcon(sheetActions[name].icon),
    tooltip: sheetActions[name].words(),
  }));
  const performNamed = (wanted: unknown) => {
    const name = sheetActionNames.find((one) => one === wanted);
    if (name) perform(sheetActions[name].perform);
  };
  const setIsOpen = (isOpen: boolean) => setContext(sheetContext, isOpen);
  pick.buttons = buttons;
  store.add(pick.onDidTriggerButton((button) => performNamed(buttons.find((one) => one === button)?.name)));
  store.add(vscode.commands.registerCommand(sheetActionCommand, performNamed));
  store.add({ dispose: () => setIsOpen(false) });
  setIsOpen(true);
}

/** Shows the request. The sheet, which would cover it, is shown again after the preview was closed. */
async function preview(state: SheetState, ports: SheetPorts): Promise<SheetChange> {
  const { path, ...text } = await previewRequest(state, ports);
  const destination = vscode.l10n.t('To be sent by POST to {0}.', plainLabel(ports.serviceUrl + path));
  await untilClosedWithHint(text, `${destination} ${wayBackToSheet()}`);
  return {};
}

/**
 * Opens the JSON that "Start" would send now as a read-only document, with masked secrets.
 * @returns with the path below `{base_url}` that it would be sent to
 */
export async function previewRequest(
  state: SheetState,
  ports: Pick<SheetPorts, 'previews' | 'redactor' | 'startId' | 'service' | 'serviceUrl'>,
): Promise<OpenText & Pick<RequestForm, 'path'>> {
  const { previews, redactor, startId } = ports;
  const form = await startForm(state, ports);
  const leftOut = (characters: number) => vscode.l10n.t('… ({0} characters not shown)', characters);
  const text = requestPreviewText(sentRequest(state, startId()), redactor, form, leftOut);
  return { ...(await (await previews()).show('request.json', text)), path: form.path };
}

/** The request as it will be sent: with a new id for the conversation, if the service accepts one and the user set none. */
function sentRequest(state: SheetState, id: string): ConversationStartRequest {
  const request = sheetRequest(state);
  if (state.to) return request;
  const proposed = proposedId(apiOf(state).start, request, id);
  return proposed === undefined ? request : { ...request, conversation_id: proposed };
}

type FormPorts = Pick<SheetPorts, 'service' | 'serviceUrl'>;

async function startForm(state: SheetState, ports: FormPorts): Promise<RequestForm> {
  const conversation = state.to?.();
  const api = apiOf(state);
  if (!conversation || !api.messages) {
    const asked = api.start.readBeforeStart && (await askForForm(ports).catch(() => undefined));
    return asked ?? api.start;
  }
  // If sending would ask the user first, the answer isn't known yet: the preview then shows a message that runs the agent.
  const runs = messageRule(conversation.status ?? '') !== 'join';
  return api.messages.form(conversation.conversationId ?? '', runs);
}

/** The form of a start that depends on what the service has; `undefined` without a key. */
async function askForForm({ service, serviceUrl }: FormPorts): Promise<RequestForm | undefined> {
  const connection = await service.connect(serviceUrl);
  return connection.kind === 'ready' ? connection.client.startForm() : undefined;
}

/** Copies the request as a shell command, without the session key and without the secrets of MCP servers. */
export async function copyAsCurl(
  state: SheetState,
  ports: Pick<SheetPorts, 'redactor' | 'startId' | 'service' | 'serviceUrl'>,
): Promise<SheetChange> {
  const { redactor, startId, serviceUrl } = ports;
  const form = await startForm(state, ports);
  const body = requestText(sentRequest(state, startId()), redactor, form);
  await vscode.env.clipboard.writeText(curlCommand(serviceUrl + form.path, body));
  inform(
    vscode.window.showInformationMessage,
    vscode.l10n.t('cURL command copied. Set {0} to your session key, and replace masked secrets, if any.', keyVariable),
  );
  return {};
}
