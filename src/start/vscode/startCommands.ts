import * as vscode from 'vscode';
import { emptyDraft, hasTask, isBlank, requestOf } from '../../draft/common/draft';
import { draftFieldsFrom, findInvalidField, type DraftFields, type InvalidField } from '../../draft/common/draftFields';
import { filledBy } from '../../draft/common/filling';
import type { ConversationStartResponse } from '../../client/common/records';
import { afterWalkthrough } from '../../base/vscode/afterWalkthrough';
import { clearSheet } from './documents/draftStores';
import { sentenceAlone } from '../../draft/vscode/explain';
import { ExplainedError } from '../../base/vscode/explanation';
import { requireTrust, reviewAndSend, startReviewed } from './reviewedStart';
import type { StartPorts } from './startPorts';
import { startUnattended } from './unattendedStart';
import { draftAgain } from '../../draft/common/startAgain';
import { givenConversation, pickConversation } from '../../conversations/vscode/pickConversation';

/**
 * The command `startConversation`. Without a request, or with one without a task, the user reviews it first; otherwise
 * it starts as it is. Errors go to the caller that passed a request; else they are shown to the user.
 * @returns the service's answer; `undefined` when the user cancelled, or was told why it did not start
 * @throws {ExplainedError} what went wrong with a request that was passed, in a message fit to show
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
      throw sentenceAlone(error);
    }
  }
  await afterWalkthrough(argument);
  const { sheet: store } = await ports.drafts();
  const draft = await store.load();
  return startReviewed(draft, store, ports, isBlank(draft) ? undefined : emptyDraft);
}

async function startGiven(fields: DraftFields, ports: StartPorts): Promise<ConversationStartResponse | undefined> {
  requireTrust(ports);
  const misfit = findInvalidField(fields);
  if (misfit) throw new ExplainedError(misfitWords(misfit));
  // The task never comes from the workspace: whether there is one is known without it.
  const draft = filledBy('command', { fields });
  if (hasTask(requestOf(draft, { target: undefined, instructions: '' }))) return startUnattended(draft, ports);
  // The user's own text on the sheet is preserved.
  return reviewAndSend(draft, await clearSheet(ports), ports);
}

/** The caller may change it during the review. */
function copyOf(fields: DraftFields): DraftFields {
  try {
    return structuredClone(fields);
  } catch (error) {
    const sentence = vscode.l10n.t("The request wasn't sent: it contains values that can't be sent as JSON.");
    throw new ExplainedError(sentence, undefined, error);
  }
}

function misfitWords({ field, expected }: InvalidField): string {
  switch (expected) {
    case 'absent':
      return vscode.l10n.t('The request wasn\'t sent: unknown field "{0}".', field);
    case 'string':
      return vscode.l10n.t('The request wasn\'t sent: "{0}" must be a string.', field);
    case 'array':
      return vscode.l10n.t('The request wasn\'t sent: "{0}" must be an array.', field);
    case 'object':
      return vscode.l10n.t('The request wasn\'t sent: "{0}" must be an object.', field);
  }
}

/**
 * The command `startAgain`: a past conversation's fields back on the review sheet. The sheet's current draft is set
 * aside first.
 */
export async function startAgain(ports: StartPorts, given?: unknown): Promise<void> {
  requireTrust(ports);
  const conversation =
    givenConversation(given, ports.history) ??
    (await pickConversation(ports.history, vscode.l10n.t('Start Again'), () => true));
  if (!conversation) return;
  const draft = draftAgain((await ports.history.whole(conversation.id)) ?? conversation);
  const sheet = await clearSheet(ports);
  sheet.save(draft);
  await startReviewed(draft, sheet, ports);
}

/** The command `backToReview`: closes the preview of a request, and its sheet comes back. */
export async function backToReview(ports: StartPorts): Promise<void> {
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  const isOfSheet =
    activeTab?.input instanceof vscode.TabInputText && (await ports.previews()).has(activeTab.input.uri);
  await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  // A preview left from before a reload has no sheet: most likely, it showed the sheet's own draft.
  if (!isOfSheet) await runStartCommand(undefined, ports);
}
