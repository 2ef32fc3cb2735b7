import * as vscode from 'vscode';
import { mayHavePushed, hasOpenOutcome, type Conversation } from '../conversation';
import type { FollowedServices } from './followedServices';
import { conversationToShow, markSeen } from '../conversationToShow';
import { intervals } from '../follower';
import { hasEnded, canAskStatus, isRefreshable, isUnknown, needsUser } from '../reportedStatus';
import type { Workspace } from '../../repository/workspace';
import { views } from '../../names';
import { agentCommandsFor } from './agentCommands';
import { conversationPlace, conversationTitle, shortTitle, stateWithAge } from './conversationLabels';
import { conversationFor, givenConversation } from './pickConversation';
import { conversationPageUrl, openPage, type PagePorts } from './openConversationPage';
import { plainLabel, plainNotification } from '../../base/text';
import { originOf } from '../../base/url';
import { inform, confirm } from '../../base/vscode/notify';
import { showQuickPick } from '../../base/vscode/quickInputs';
import { openServiceRemedy } from '../../service/vscode/errors/remedies';
import type { ServiceAccess } from '../../service/serviceConnection';
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
  const url = await conversationPageUrl(conversation, ports);
  if (url === undefined) return;
  const name = plainLabel(shortTitle(conversation));
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(link-external) Opening "{0}" in the browser', name), 3000);
  await openPage(url, ports);
  // It may have ended meanwhile.
  await markSeen(history.get(conversation.id), history);
}

export async function copyConversationId(ports: ConversationPorts, given?: unknown): Promise<void> {
  const conversation = await conversationFor(ports, given, vscode.l10n.t('Copy Conversation ID'), isIdentified);
  if (conversation?.conversationId === undefined) return;
  await vscode.env.clipboard.writeText(conversation.conversationId);
  const name = plainLabel(shortTitle(conversation));
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Copied the ID of "{0}"', name), 3000);
}

export async function copyConversationLink(ports: ConversationPorts, given?: unknown): Promise<void> {
  const conversation = await conversationFor(ports, given, vscode.l10n.t('Copy Conversation Link'), isIdentified);
  if (conversation?.conversationId === undefined) return;
  const url = await conversationPageUrl(conversation, ports);
  if (url === undefined) return;
  await vscode.env.clipboard.writeText(url);
  const name = plainLabel(shortTitle(conversation));
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Copied the link to "{0}"', name), 3000);
}

export async function showOlder({ history }: ConversationPorts): Promise<void> {
  await history.loadOlder();
}

/**
 * The menu of the status bar: the state of the conversation, and the actions on it. Without an argument, it's the
 * conversation in the status bar.
 */
export async function showConversation(ports: ConversationPorts, given?: unknown): Promise<void> {
  const { history, workspace, followed } = ports;
  const conversation =
    given === undefined
      ? conversationToShow(await history.load(), workspace.id, Date.now())
      : await conversationFor(ports, given, vscode.l10n.t('Show Conversation Status'), () => true);
  if (given !== undefined && !conversation) return;
  markSeen(conversation, history).catch(() => undefined);
  const isFollowed = conversation !== undefined && (await followed.has(originOf(conversation.baseUrl)));
  const picked = await showQuickPick(actionsFor(conversation, isFollowed), {
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

function command(icon: string, label: string, id: string, ...given: readonly unknown[]): Action {
  return { iconPath: new vscode.ThemeIcon(icon), label, run: () => vscode.commands.executeCommand(id, ...given) };
}

function actionsFor(conversation: Conversation | undefined, isFollowed: boolean): readonly Action[] {
  return [
    ...(conversation ? actionsOn(conversation, isFollowed) : []),
    command('add', vscode.l10n.t('Start Conversation...'), 'agentConversations.startConversation'),
    command('history', vscode.l10n.t('Show All Conversations'), `${views.conversations}.focus`),
    command('output', vscode.l10n.t('Show Log'), 'agentConversations.showLog'),
  ];
}

/**
 * The actions on a conversation, the recommended one first. A problem is shown in the row of its action, because the
 * placeholder of a quick pick is faint and disappears with the first key.
 */
function actionsOn(conversation: Conversation, isFollowed: boolean): readonly Action[] {
  const { baseUrl, problem } = conversation;
  const on = (icon: string, label: string, id: string) => command(icon, label, id, conversation);
  const problemDetail = problem !== undefined && { detail: plainLabel(problem) };
  const again = on('debug-rerun', vscode.l10n.t('Start Again...'), 'agentConversations.startAgain');
  const review = mayHavePushed(conversation)
    ? [on('git-pull-request', vscode.l10n.t('Review What Was Pushed...'), 'agentConversations.reviewResult')]
    : [];
  const agent = agentCommandsFor(conversation).map(({ icon, words, command: id }) => on(icon, words(), id));
  const refresh = on('refresh', vscode.l10n.t('Refresh Status'), 'agentConversations.refreshStatus');
  const follow = isFollowed
    ? on('eye-closed', vscode.l10n.t('Stop Following'), 'agentConversations.stopFollowing')
    : on('eye', vscode.l10n.t('Follow Status'), 'agentConversations.followConversation');
  const isAgentFirst = !isUnknown(conversation) && (hasEnded(conversation) || needsUser(conversation));
  if (isIdentified(conversation)) {
    return [
      ...(isAgentFirst ? agent : []),
      ...(conversation.pushed ? review : []),
      on('link-external', vscode.l10n.t('Open in Browser'), 'agentConversations.openConversation'),
      ...(isAgentFirst ? [] : agent),
      ...(conversation.pushed ? [] : review),
      ...(canAskStatus(conversation) ? [refresh, follow] : []),
      on('link', vscode.l10n.t('Copy Conversation Link'), 'agentConversations.copyConversationLink'),
      on('copy', vscode.l10n.t('Copy Conversation ID'), 'agentConversations.copyConversationId'),
      { ...again, ...problemDetail },
    ];
  }
  if (!hasOpenOutcome(conversation)) return [{ ...again, ...problemDetail }];
  const look: Action = { iconPath: new vscode.ThemeIcon('link-external'), ...openServiceRemedy(baseUrl) };
  // "Start Again" isn't first, because the conversation may exist already.
  if (isRefreshable(conversation)) return [{ ...refresh, ...problemDetail }, look, again, ...review];
  return [{ ...look, ...problemDetail }, again, ...review];
}

/** The command `followConversation`: follows the service of a conversation, after the user has agreed. */
export async function followConversation(
  ports: ConversationPorts & { readonly service: Pick<ServiceAccess, 'api'> },
  given?: unknown,
): Promise<void> {
  const { followed, service } = ports;
  const conversation = await conversationFor(ports, given, vscode.l10n.t('Follow Status'), canAskStatus);
  if (!conversation || !canAskStatus(conversation)) return;
  const { baseUrl } = conversation;
  const { origin } = new URL(baseUrl);
  const isKnown = (await followed.agreed()).includes(origin);
  if (!isKnown && !(await isAgreed(baseUrl, origin, (await service.api(baseUrl)).status.path))) {
    // The dialog's default is not to follow, since the Enter that opened it may still be held down. Without a message, the user
    // might believe that they have agreed.
    vscode.window.setStatusBarMessage(vscode.l10n.t('Not following the status on {0}', plainLabel(origin)), 5000);
    return;
  }
  await followed.add(origin);
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Following the status on {0}', plainLabel(origin)), 3000);
}

export async function stopFollowing({ history, followed }: ConversationPorts, given?: unknown): Promise<void> {
  const conversation = givenConversation(given, history);
  const origin = conversation ? new URL(conversation.baseUrl).origin : await pickFollowed(followed, given);
  if (origin === undefined) return;
  await followed.remove(origin);
  vscode.window.setStatusBarMessage(
    vscode.l10n.t('$(check) No longer following the status on {0}', plainLabel(origin)),
    3000,
  );
}

async function pickFollowed(followed: FollowedServices, given: unknown): Promise<string | undefined> {
  const origins = await followed.agreed();
  if (origins.length === 0) {
    inform(vscode.window.showInformationMessage, vscode.l10n.t("You aren't following the status on any service."));
    return undefined;
  }
  // If the command was called on a conversation that is gone, it doesn't act on another one's service without asking.
  if (given === undefined && origins.length === 1) return origins[0];
  const title = vscode.l10n.t('Stop Following');
  const rows = origins.map((label) => ({ label }));
  return (await showQuickPick(rows, { title, placeHolder: vscode.l10n.t('Select a service') }))?.label;
}

/** Asks the user to agree to requests for the status. The dialog says which, how often, and how to end them. */
function isAgreed(baseUrl: string, origin: string, statesPath: string): Promise<boolean> {
  const howOften = vscode.l10n.t(
    'While VS Code has the focus, it asks every {0} seconds during a start, then every {1}, for up to a day.',
    intervals.starting / 1000,
    intervals.later / 1000,
  );
  const what = vscode.l10n.t(
    'Each request is GET {0} with IDs of conversations you started from this machine, and your session key. To stop, run Agent: Stop Following.',
    baseUrl + statesPath,
  );
  const question = vscode.l10n.t('Follow the status of your conversations on {0}?', origin);
  const answers = { no: vscode.l10n.t("Don't Follow"), yes: vscode.l10n.t('Follow') };
  return confirm(question, `${howOften}\n\n${what}`, answers, vscode.window.showInformationMessage);
}
