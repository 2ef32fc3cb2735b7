import * as vscode from 'vscode';
import type { Report } from '../../base/vscode/explanation';
import { inform } from '../../base/vscode/notify';
import type { Conversation } from '../conversation';
import type { History } from '../history';
import { shortTitle } from './conversationLabels';
import { conversationFor, givenConversation, type ConversationChoice } from './pickConversation';

interface RemovePorts extends ConversationChoice {
  readonly history: Pick<History, 'get' | 'load' | 'read' | 'add' | 'remove'>;
  readonly report: Report;
}

/**
 * The command `removeConversation`: removes a conversation, or all selected ones, from this machine's list. A notification
 * offers to undo that.
 * @param selected the selected rows of the list, if the command was called on one of them
 */
export async function removeConversation(ports: RemovePorts, given?: unknown, selected?: unknown): Promise<void> {
  const { history } = ports;
  const removed: Conversation[] = [];
  try {
    for (const conversation of await conversationsFor(ports, given, selected)) {
      // The list has only the beginning of a long message, and an undo needs all of it.
      const whole = (await history.read(conversation.id)) ?? conversation;
      await history.remove(conversation.id);
      removed.push(whole);
    }
  } finally {
    if (removed.length > 0) offerUndo(removed, ports);
  }
}

async function conversationsFor(
  ports: RemovePorts,
  given: unknown,
  selected: unknown,
): Promise<readonly Conversation[]> {
  if (Array.isArray(selected)) return selected.flatMap((row: unknown) => givenConversation(row, ports.history) ?? []);
  const title = vscode.l10n.t('Remove Conversation from List');
  const conversation = await conversationFor(ports, given, title, () => true);
  return conversation ? [conversation] : [];
}

function offerUndo(removed: readonly Conversation[], ports: Pick<RemovePorts, 'history' | 'report'>): void {
  const [first, ...others] = removed;
  if (!first) return;
  const sentence =
    others.length === 0
      ? vscode.l10n.t('Removed "{0}" from the list.', shortTitle(first))
      : vscode.l10n.t('Removed {0} conversations from the list.', removed.length);
  const undo = { label: vscode.l10n.t('Undo'), run: () => addAgain(removed, ports).catch(ports.report) };
  inform(vscode.window.showInformationMessage, sentence, undo);
}

async function addAgain(
  removed: readonly Conversation[],
  ports: Pick<RemovePorts, 'history' | 'report'>,
): Promise<void> {
  const left = [...removed];
  try {
    for (const conversation of removed) {
      await ports.history.add(conversation);
      left.shift();
    }
  } finally {
    // Offers the rest again if some couldn't be written, for example on a full disk.
    offerUndo(left, ports);
  }
}
