import * as vscode from 'vscode';
import type { Conversation } from '../domain/conversation';
import { latestConversation } from '../domain/latestConversation';
import type { History } from '../domain/ports/history';
import type { Workspace } from '../domain/ports/workspace';
import { commands, views } from '../names';
import { afterWalkthrough } from './afterWalkthrough';
import { conversationPlace, conversationTitle, stateWithAge } from './conversationWords';
import { givenConversation } from './givenConversation';
import { openConversationPage } from './openConversationPage';
import { pickConversation } from './pickConversation';
import { plainLabel } from './plainLabel';
import { plainNotification } from './plainNotification';

export interface ConversationPorts {
  readonly history: History;
  readonly workspace: Pick<Workspace, 'id'>;
  readonly configuration: { readonly conversationUrlTemplate: string };
}

// Every action takes the conversation that it was called on, and asks for one when it was called from the palette.

export async function openConversation({ history, configuration }: ConversationPorts, given?: unknown): Promise<void> {
  const conversation =
    givenConversation(given, history) ??
    (await pickConversation(history, vscode.l10n.t('Open Conversation in Browser'), isIdentified));
  if (conversation?.conversationId === undefined) return;
  await openConversationPage(conversation.baseUrl, conversation.conversationId, configuration.conversationUrlTemplate);
}

export async function copyConversationId({ history }: ConversationPorts, given?: unknown): Promise<void> {
  const conversation =
    givenConversation(given, history) ??
    (await pickConversation(history, vscode.l10n.t('Copy Conversation Id'), isIdentified));
  if (conversation?.conversationId === undefined) return;
  await vscode.env.clipboard.writeText(conversation.conversationId);
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Conversation id copied'), 3000);
}

export async function removeConversation({ history }: ConversationPorts, given?: unknown): Promise<void> {
  const conversation =
    givenConversation(given, history) ??
    (await pickConversation(history, vscode.l10n.t('Remove Conversation from This List'), () => true));
  if (conversation) await history.remove(conversation.id);
}

/** What the status bar opens: how the conversation stands, and what can be done with it. */
export async function showConversation({ history, workspace }: ConversationPorts, given?: unknown): Promise<void> {
  await afterWalkthrough(given);
  const conversation = givenConversation(given, history) ?? latestConversation(await history.load(), workspace.id);
  const picked = await vscode.window.showQuickPick(actionsFor(conversation), {
    title: conversation
      ? plainNotification(titleOf(conversation))
      : vscode.l10n.t('No conversation was started from this workspace yet'),
    placeHolder: plainNotification(
      (conversation && conversationPlace(conversation)) || vscode.l10n.t('What do you want to do?'),
    ),
  });
  if (!picked) return;
  await vscode.commands.executeCommand(picked.command, ...(picked.takesConversation ? [conversation] : []));
}

function isIdentified({ conversationId }: Conversation): boolean {
  return conversationId !== undefined;
}

interface Action extends vscode.QuickPickItem {
  readonly command: string;
  readonly takesConversation?: true;
}

function titleOf(conversation: Conversation): string {
  return `${stateWithAge(conversation, Date.now())} · ${conversationTitle(conversation)}`;
}

function actionsFor(conversation: Conversation | undefined): Action[] {
  const identified: Action[] = [
    {
      label: vscode.l10n.t('$(link-external) Open in Browser'),
      command: commands.openConversation,
      takesConversation: true,
    },
    {
      label: vscode.l10n.t('$(copy) Copy Conversation Id'),
      command: commands.copyConversationId,
      takesConversation: true,
    },
  ];
  const again: Action = {
    label: vscode.l10n.t('$(debug-rerun) Start Again...'),
    // Why somebody would: what is said in the box of a quick pick is faint, and goes with the first key.
    ...(conversation?.problem !== undefined && { detail: plainLabel(conversation.problem) }),
    command: commands.startAgain,
    takesConversation: true,
  };
  return [
    ...(conversation && isIdentified(conversation) ? identified : []),
    ...(conversation ? [again] : []),
    { label: vscode.l10n.t('$(add) Start Conversation...'), command: commands.startConversation },
    { label: vscode.l10n.t('$(history) Show All Conversations'), command: `${views.conversations}.focus` },
    { label: vscode.l10n.t('$(output) Show Log'), command: commands.showLog },
  ];
}
