import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { oneAtATime } from '../../base/lifecycle';
import { reportErrors, type Commands } from '../../base/vscode/commands';
import type { StartPorts } from './startPorts';
import { emptyDraft, isBlank, type Draft } from '../../draft/draft';
import { filledBy, hasTask, noDefaults, requestOf } from '../../draft/request';
import { draftFieldsFrom, findInvalidField, type DraftFields, type InvalidField } from '../../draft/draftFields';
import type { ConversationStartResponse } from '../../client/records';
import { isSameUri, tabsOf } from '../../base/vscode/tabs';
import { messageOnly } from './explain';
import { withOutcome } from './explainFailedStart';
import { ExplainedError } from '../../base/vscode/explanation';
import { requireTrust, reviewAndSend, serviceWords, startReviewed } from './reviewedStart';
import { startUnattended } from './unattendedStart';
import type { Conversation } from '../../conversations/conversation';
import { markSeen } from '../../conversations/conversationToShow';
import { acceptsMessages, canAskStatus } from '../../conversations/reportedStatus';
import { openConversation } from '../../conversations/vscode/conversationActions';
import type { OpenDraft } from '../../draft/openDraft';
import { draftAgain } from '../../draft/startAgain';
import { connectTo } from '../../service/vscode/connection/connectTo';
import { conversationFor } from '../../conversations/vscode/pickConversation';
import { activeDraft } from '../../draft/vscode/draftCommands';
import { editorTexts } from '../../draft/vscode/draftTexts';
import { waitForGit } from '../../repository/vscode/waitForGit';
import { Targets } from '../../repository/targets';
import { selectedServers } from '../../mcp/mcpSelection';
import { expectedWords } from '../../service/vscode/errors/fieldLabels';
import { previewRequest } from './sheet/sheetActions';

/**
 * The command `startConversation`. A request with a task starts at once. Otherwise, the user reviews it first. Errors are
 * thrown if the caller passed a request; otherwise, they are shown to the user.
 * @returns the service's answer; `undefined` if the user cancelled, or was told why it wasn't started
 * @throws {ExplainedError} if a request that was passed wasn't started, with a message that can be shown
 */
export async function runStartCommand(
  argument: unknown,
  ports: StartPorts,
): Promise<ConversationStartResponse | undefined> {
  const fields = draftFieldsFrom(argument);
  if (fields) {
    try {
      return await startGiven(copyOf(fields), ports);
    } catch (error) {
      throw messageOnly(error);
    }
  }
  // Messages to existing conversations are drafts, too.
  const opened = await (await ports.drafts()).openNewest(({ to }) => to === undefined);
  return startReviewed(opened, ports, isBlank(opened.draft) ? undefined : emptyDraft);
}

async function startGiven(fields: DraftFields, ports: StartPorts): Promise<ConversationStartResponse | undefined> {
  requireTrust(ports);
  const misfit = findInvalidField(fields);
  if (misfit) throw withOutcome('notStarted', new ExplainedError(misfitWords(misfit)));
  // The workspace never supplies a task, so it isn't needed to find out whether there is one.
  const draft = filledBy('command', { fields });
  if (hasTask(requestOf(draft, noDefaults))) return startUnattended(draft, ports);
  return reviewAndSend((await ports.drafts()).begin(draft), ports);
}

/** @throws {ExplainedError} for values that can't be sent, before the user reviews anything */
function copyOf(fields: DraftFields): DraftFields {
  try {
    return structuredClone(fields);
  } catch (error) {
    const sentence = vscode.l10n.t("The request contains values that can't be sent as JSON.");
    throw withOutcome('notStarted', new ExplainedError(sentence, undefined, error));
  }
}

function misfitWords({ field, expected }: InvalidField): string {
  if (expected === 'absent') return vscode.l10n.t('Unknown field "{0}" in the request.', field);
  return vscode.l10n.t({
    message: 'The field "{0}" of the request must be {1}.',
    args: [field, expectedWords({ expected })],
    comment: '{1} is "an array", "non-empty", "free of secrets"',
  });
}

/** The command `startAgain`: shows the fields of a past conversation on the review sheet, as a new draft. */
export async function startAgain(ports: StartPorts, given?: unknown): Promise<void> {
  requireTrust(ports);
  const conversation = await conversationFor(ports, given, vscode.l10n.t('Start Again'), () => true);
  if (!conversation) return;
  // It may have ended while the list was open.
  await markSeen(ports.history.get(conversation.id), ports.history);
  const whole = (await ports.history.read(conversation.id)) ?? conversation;
  const draft = draftAgain(whole, await isCloneOpen(whole, ports));
  const isUntouched = (other: Draft) => isDeepStrictEqual(other, draft);
  await startReviewed(await openOrBegin(draft, isUntouched, ports), ports);
}

async function isCloneOpen({ clone }: Conversation, { workspace }: Pick<StartPorts, 'workspace'>): Promise<boolean> {
  return clone !== undefined && (await workspace.repositoryOf(clone))?.root === clone;
}

/** The command `backToReview`: closes the preview of a request, so that its sheet is shown again. */
export async function backToReview(): Promise<void> {
  const { uri } = vscode.window.activeTextEditor?.document ?? {};
  if (uri) await vscode.window.tabGroups.close(tabsOf((shown) => isSameUri(shown, uri)));
}

/** The command `previewDraft`: shows the request for a message that is written in an editor, and then the sheet. */
export async function previewDraft(ports: StartPorts, given?: unknown): Promise<void> {
  const { draft: initial, path } = await activeDraft(given, ports);
  const targetContext = await waitForGit(() => new Targets(ports).find(initial.chosen, initial.fields));
  if (!targetContext) return;
  const mcp = await selectedServers(await ports.mcp());
  const conversation = initial.to === undefined ? undefined : await ports.history.read(initial.to);
  const serviceUrl = conversation?.baseUrl ?? serviceWords(ports);
  const api = await ports.service.api(serviceUrl);
  const to = conversation && (() => conversation);
  // The user may have gone on writing.
  const { draft } = await activeDraft(vscode.Uri.file(path), ports);
  const state = { draft, to, targetContext, settings: undefined, api, mcp };
  const id = ports.newId();
  const { value: sheet } = ports.openSheet;
  const { closed } = await previewRequest(state, { ...ports, serviceUrl, startId: () => id });
  await closed;
  // The user has gone on with another sheet, which would be closed.
  if (ports.openSheet.value !== sheet) return;
  // It may have been sent or discarded meanwhile.
  const document = await (await ports.drafts()).documentAt(path);
  if (!document || document.isBeingSent) return;
  // The sheet sends the message with the id that was shown, and later starts with new ones.
  const ids = [id];
  const newId = () => ids.pop() ?? ports.newId();
  await startDraft({ ...ports, newId }, vscode.Uri.file(document.path));
}

/** The command `startDraft`: shows the review sheet for a message that is written in an editor. */
export async function startDraft(ports: StartPorts, given?: unknown): Promise<void> {
  const { id, path } = await activeDraft(given, ports);
  // An error is reported when the message is sent.
  await editorTexts.save(path);
  await startReviewed(await (await ports.drafts()).open(id), ports);
}

/** The command `sendFollowUp`: another message to a conversation. Opens its page if the service accepts no messages. */
export async function sendFollowUp(ports: StartPorts, given?: unknown): Promise<void> {
  const conversation = await conversationFor(ports, given, vscode.l10n.t('Send Follow-Up'), canAskStatus);
  if (!conversation || !canAskStatus(conversation)) return;
  if (!acceptsMessages(conversation)) return openConversation(ports, { id: conversation.id });
  // The API of a forgotten service is only found out with its key.
  const connection = await connectTo(ports, conversation.baseUrl);
  if (!connection) return;
  if (!connection.client.messages) return openConversation(ports, { id: conversation.id });
  // It may have ended while the key was asked for.
  await markSeen(ports.history.get(conversation.id), ports.history);
  const { id: to } = conversation;
  await startReviewed(await openOrBegin({ fields: {}, to }, (other) => other.to === to, ports), ports);
}

/** A command that is run twice at once would otherwise leave a second draft behind. */
const inTurn = oneAtATime();

/** Opens the newest draft that was begun for the same purpose, or else begins one. */
function openOrBegin(
  draft: Draft,
  isForSame: (other: Draft) => boolean,
  ports: Pick<StartPorts, 'drafts'>,
): Promise<OpenDraft> {
  return inTurn(async () => {
    const drafts = await ports.drafts();
    const begun = (await drafts.list()).find((listed) => isForSame(listed.draft));
    return begun ? drafts.open(begun.id) : drafts.begin(draft);
  });
}

export const commands: Commands<StartPorts> = {
  startConversation: (ports, request) => runStartCommand(request, ports),
  ...reportErrors<StartPorts>({
    backToReview,
    previewDraft,
    sendFollowUp,
    startAgain,
    startDraft,
    startPastConversation: startAgain,
  }),
};
