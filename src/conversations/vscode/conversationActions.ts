import * as vscode from 'vscode';
import { mayHavePushed, mayRun, type Conversation } from '../common/conversation';
import type { FollowedServices } from '../common/followedServices';
import { conversationToShow } from '../common/conversationToShow';
import type { History } from '../common/history';
import { isAskable, isRefreshable } from '../common/reportedStatus';
import type { Workspace } from '../../repository/common/workspace';
import { commands, views } from '../../names';
import { afterWalkthrough } from '../../base/vscode/afterWalkthrough';
import { conversationPlace, conversationTitle, stateWithAge } from './conversationLabels';
import { markSeen } from './markSeen';
import { givenConversation, pickConversation } from './pickConversation';
import { openConversationPage } from './openConversationPage';
import { openInBrowser } from '../../base/vscode/openInBrowser';
import { plainLabel, plainNotification } from '../../base/common/text';
import { urlOf } from '../../base/common/url';

export interface ConversationPorts {
  readonly history: History;
  readonly workspace: Pick<Workspace, 'id'>;
  readonly configuration: { readonly conversationUrlTemplate: string };
  readonly followed: FollowedServices;
}

// Every action uses the conversation that it was called on, and prompts for one when called from the Command Palette.

export async function openConversation({ history, configuration }: ConversationPorts, given?: unknown): Promise<void> {
  const conversation =
    givenConversation(given, history) ??
    (await pickConversation(history, vscode.l10n.t('Open Conversation in Browser'), isIdentified));
  if (conversation?.conversationId === undefined) return;
  await openConversationPage(conversation.baseUrl, conversation.conversationId, configuration.conversationUrlTemplate);
  await markSeen(conversation, history);
}

export async function copyConversationId({ history }: ConversationPorts, given?: unknown): Promise<void> {
  const conversation =
    givenConversation(given, history) ??
    (await pickConversation(history, vscode.l10n.t('Copy Conversation ID'), isIdentified));
  if (conversation?.conversationId === undefined) return;
  await vscode.env.clipboard.writeText(conversation.conversationId);
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Conversation ID copied'), 3000);
}

export async function removeConversation({ history }: ConversationPorts, given?: unknown): Promise<void> {
  const conversation =
    givenConversation(given, history) ??
    (await pickConversation(history, vscode.l10n.t('Remove Conversation from List'), () => true));
  if (conversation) await history.remove(conversation.id);
}

/** Opened from the status bar: state of the conversation, and the actions for it. */
export async function showConversation(
  { history, workspace, followed }: ConversationPorts,
  given?: unknown,
): Promise<void> {
  await afterWalkthrough(given);
  const conversation =
    givenConversation(given, history) ??
    conversationToShow(await history.load(), workspace.id, Date.now())?.conversation;
  const looking = markSeen(conversation, history);
  looking.catch(() => undefined);
  const isFollowed = conversation !== undefined && (await followed.asks(urlOf(conversation.baseUrl)?.origin ?? ''));
  const picked = await vscode.window.showQuickPick(actionsFor(conversation, isFollowed), {
    title: conversation
      ? plainNotification(titleOf(conversation))
      : vscode.l10n.t('No conversations started from this workspace yet'),
    placeHolder: plainNotification(
      (conversation && conversationPlace(conversation)) || vscode.l10n.t('What do you want to do?'),
    ),
  });
  await picked?.run();
}

function isIdentified({ conversationId }: Conversation): boolean {
  return conversationId !== undefined;
}

interface Action extends vscode.QuickPickItem {
  readonly run: () => Thenable<unknown>;
}

function titleOf(conversation: Conversation): string {
  return `${stateWithAge(conversation, Date.now())} · ${conversationTitle(conversation)}`;
}

function actionsFor(conversation: Conversation | undefined, isFollowed: boolean): readonly Action[] {
  const command = (label: string, id: string, ...given: readonly unknown[]): Action => ({
    label,
    run: () => vscode.commands.executeCommand(id, ...given),
  });
  return [
    ...(conversation ? actionsOn(conversation, isFollowed, command) : []),
    command(vscode.l10n.t('$(add) Start Conversation...'), commands.startConversation),
    command(vscode.l10n.t('$(history) Show All Conversations'), `${views.conversations}.focus`),
    command(vscode.l10n.t('$(output) Show Log'), commands.showLog),
  ];
}

/**
 * The recommended action comes first, with the reason: the placeholder of a quick pick is faint, and disappears with
 * the first key.
 */
function actionsOn(
  conversation: Conversation,
  isFollowed: boolean,
  command: (label: string, id: string, ...given: readonly unknown[]) => Action,
): readonly Action[] {
  const { baseUrl, problem } = conversation;
  const why = problem !== undefined && { detail: plainLabel(problem) };
  const again = command(vscode.l10n.t('$(debug-rerun) Start Again...'), commands.startAgain, conversation);
  const review = mayHavePushed(conversation)
    ? [command(vscode.l10n.t('$(git-pull-request) Review What Was Pushed...'), commands.reviewResult, conversation)]
    : [];
  const refresh = command(vscode.l10n.t('$(refresh) Refresh Status'), commands.refreshStatus, conversation);
  if (isIdentified(conversation)) {
    return [
      ...(conversation.pushed ? review : []),
      command(vscode.l10n.t('$(link-external) Open in Browser'), commands.openConversation, conversation),
      ...(conversation.pushed ? [] : review),
      ...(isAskable(conversation)
        ? [
            refresh,
            isFollowed
              ? command(vscode.l10n.t('$(eye-closed) Stop Following'), commands.stopFollowing, conversation)
              : command(vscode.l10n.t('$(eye) Follow Status'), commands.followConversation, conversation),
          ]
        : []),
      command(vscode.l10n.t('$(copy) Copy Conversation ID'), commands.copyConversationId, conversation),
      { ...again, ...why },
    ];
  }
  if (!mayRun(conversation, Date.now())) return [{ ...again, ...why }];
  const look: Action = {
    label: vscode.l10n.t('$(link-external) Open Service in Browser'),
    run: () => openInBrowser(baseUrl),
  };
  // Starting it again may create it twice.
  if (isRefreshable(conversation)) return [{ ...refresh, ...why }, look, again, ...review];
  return [{ ...look, ...why }, again, ...review];
}
