import * as vscode from 'vscode';
import { mayHavePushed, mayRun, type Conversation } from '../conversation';
import type { FollowedServices } from './followedServices';
import { conversationToShow, markSeen } from '../conversationToShow';
import { hasAnswers, hasEnded, isAskable, isRefreshable, isUnknown, waits } from '../reportedStatus';
import type { Workspace } from '../../repository/workspace';
import { commands, views } from '../../names';
import { afterWalkthrough } from '../../base/vscode/afterWalkthrough';
import { conversationPlace, conversationTitle, shortTitle, stateWithAge } from './conversationLabels';
import { conversationFor, givenConversation } from './pickConversation';
import { openConversationPage, type PagePorts } from './openConversationPage';
import { openInBrowser } from '../../base/vscode/openInBrowser';
import { plainLabel, plainNotification } from '../../base/text';
import { urlOf } from '../../base/url';
import type { History } from '../history';

export interface ConversationPorts extends PagePorts {
  readonly history: History;
  readonly workspace: Pick<Workspace, 'id'>;
  readonly followed: FollowedServices;
}

export async function openConversation(ports: ConversationPorts, given?: unknown): Promise<void> {
  const { history } = ports;
  const title = vscode.l10n.t('Open Conversation in Browser');
  const conversation = await conversationFor(ports, given, title, isIdentified);
  if (conversation?.conversationId === undefined) return;
  const name = plainLabel(shortTitle(conversation));
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(link-external) Opening "{0}" in the browser', name), 3000);
  await openConversationPage(conversation, ports);
  await markSeen(conversation, history);
}

export async function copyConversationId(ports: ConversationPorts, given?: unknown): Promise<void> {
  const conversation = await conversationFor(ports, given, vscode.l10n.t('Copy Conversation ID'), isIdentified);
  if (conversation?.conversationId === undefined) return;
  await vscode.env.clipboard.writeText(conversation.conversationId);
  const name = plainLabel(shortTitle(conversation));
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Copied the ID of "{0}"', name), 3000);
}

export async function removeConversation(ports: ConversationPorts, given?: unknown): Promise<void> {
  const title = vscode.l10n.t('Remove Conversation from List');
  const conversation = await conversationFor(ports, given, title, () => true);
  if (!conversation) return;
  await ports.history.remove(conversation.id);
  const name = plainLabel(shortTitle(conversation));
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Removed "{0}" from the list', name), 3000);
}

export async function showOlder({ history }: ConversationPorts): Promise<void> {
  await history.loadOlder();
}

/** Opened from the status bar: state of the conversation, and the actions for it. */
export async function showConversation(
  { history, workspace, followed }: ConversationPorts,
  given?: unknown,
): Promise<void> {
  await afterWalkthrough(given);
  const conversation =
    givenConversation(given, history) ?? conversationToShow(await history.load(), workspace.id, Date.now());
  const looking = markSeen(conversation, history);
  looking.catch(() => undefined);
  const isFollowed = conversation !== undefined && (await followed.has(urlOf(conversation.baseUrl)?.origin ?? ''));
  const picked = await vscode.window.showQuickPick(actionsFor(conversation, isFollowed), {
    title: conversation
      ? plainNotification(`${stateWithAge(conversation, Date.now())} · ${conversationTitle(conversation)}`)
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

function command(label: string, id: string, ...given: readonly unknown[]): Action {
  return { label, run: () => vscode.commands.executeCommand(id, ...given) };
}

function actionsFor(conversation: Conversation | undefined, isFollowed: boolean): readonly Action[] {
  return [
    ...(conversation ? actionsOn(conversation, isFollowed) : []),
    command(vscode.l10n.t('$(add) Start Conversation...'), commands.startConversation),
    command(vscode.l10n.t('$(history) Show All Conversations'), `${views.conversations}.focus`),
    command(vscode.l10n.t('$(output) Show Log'), commands.showLog),
  ];
}

/**
 * The recommended action comes first, with the reason: the placeholder of a quick pick is faint, and disappears with
 * the first key.
 */
function actionsOn(conversation: Conversation, isFollowed: boolean): readonly Action[] {
  const { baseUrl, problem } = conversation;
  const on = (label: string, id: string) => command(label, id, conversation);
  const why = problem !== undefined && { detail: plainLabel(problem) };
  const again = on(vscode.l10n.t('$(debug-rerun) Start Again...'), commands.startAgain);
  const review = mayHavePushed(conversation)
    ? [on(vscode.l10n.t('$(git-pull-request) Review What Was Pushed...'), commands.reviewResult)]
    : [];
  const answer = hasAnswers(conversation)
    ? [
        on(vscode.l10n.t('$(comment) Show Last Answer'), commands.showLastAnswer),
        on(vscode.l10n.t('$(send) Send Follow-Up...'), commands.sendFollowUp),
      ]
    : [];
  const refresh = on(vscode.l10n.t('$(refresh) Refresh Status'), commands.refreshStatus);
  const follow = isFollowed
    ? on(vscode.l10n.t('$(eye-closed) Stop Following'), commands.stopFollowing)
    : on(vscode.l10n.t('$(eye) Follow Status'), commands.followConversation);
  const leads = !isUnknown(conversation) && (hasEnded(conversation) || waits(conversation));
  if (isIdentified(conversation)) {
    return [
      ...(leads ? answer : []),
      ...(conversation.pushed ? review : []),
      on(vscode.l10n.t('$(link-external) Open in Browser'), commands.openConversation),
      ...(leads ? [] : answer),
      ...(conversation.pushed ? [] : review),
      ...(isAskable(conversation) ? [refresh, follow] : []),
      on(vscode.l10n.t('$(copy) Copy Conversation ID'), commands.copyConversationId),
      { ...again, ...why },
    ];
  }
  if (!mayRun(conversation)) return [{ ...again, ...why }];
  const look: Action = {
    label: vscode.l10n.t('$(link-external) Open Service in Browser'),
    run: () => openInBrowser(baseUrl),
  };
  // Starting it again may create it twice.
  if (isRefreshable(conversation)) return [{ ...refresh, ...why }, look, again, ...review];
  return [{ ...look, ...why }, again, ...review];
}
