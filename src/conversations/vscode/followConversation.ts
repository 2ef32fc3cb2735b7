import * as vscode from 'vscode';
import type { Conversation } from '../common/conversation';
import type { FollowedServices } from '../common/followedServices';
import type { Dialect } from '../../client/common/dialect';
import type { ServiceAccess } from '../../service/common/serviceAccess';
import { isAskable } from '../common/reportedStatus';
import { urlOf } from '../../base/common/url';
import { plainLabel, plainNotification } from '../../base/common/text';
import type { ConversationPorts } from './conversationActions';
import { givenConversation, pickConversation } from './pickConversation';

/**
 * The command `followConversation`: follows the service of a conversation, after the user has agreed. One that is
 * followed but couldn't be asked is asked again.
 */
export async function followConversation(
  { history, followed, service }: ConversationPorts & { readonly service: Pick<ServiceAccess, 'dialect'> },
  given?: unknown,
): Promise<void> {
  const conversation =
    givenConversation(given, history) ?? (await pickConversation(history, vscode.l10n.t('Follow Status'), isAskable));
  const origin = conversation && isAskable(conversation) ? originOf(conversation) : undefined;
  if (conversation === undefined || origin === undefined) return;
  const isKnown = await followed.has(origin);
  if (!isKnown && !(await isAgreed(conversation, origin, await service.dialect(conversation.baseUrl)))) return;
  await followed.add(origin);
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Following the status on {0}', plainLabel(origin)), 3000);
}

/** The command `stopFollowing`: of the service of a conversation, or of one that is followed. */
export async function stopFollowing({ history, followed }: ConversationPorts, given?: unknown): Promise<void> {
  const conversation = givenConversation(given, history);
  const origin = conversation ? originOf(conversation) : await pickFollowed(followed);
  if (origin === undefined) return;
  await followed.remove(origin);
  vscode.window.setStatusBarMessage(
    vscode.l10n.t('$(check) No longer following the status on {0}', plainLabel(origin)),
    3000,
  );
}

function originOf({ baseUrl }: Conversation): string | undefined {
  return urlOf(baseUrl)?.origin;
}

async function pickFollowed(followed: FollowedServices): Promise<string | undefined> {
  const origins = (await followed.origins()).map(({ origin }) => origin);
  if (origins.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t("You aren't following the status on any service."));
    return undefined;
  }
  if (origins.length === 1) return origins[0];
  const title = vscode.l10n.t('Stop Following');
  return vscode.window.showQuickPick(origins, { title, placeHolder: vscode.l10n.t('Select a service') });
}

/** Says what will be asked, how often, and how to end it. */
async function isAgreed({ baseUrl }: Conversation, origin: string, dialect: Dialect): Promise<boolean> {
  const follow = vscode.l10n.t('Follow');
  const { howOften, what } =
    dialect.statesAtOnce > 1 ? severalAtOnce(baseUrl, origin, dialect) : oneAtATime(baseUrl, origin, dialect);
  const answer = await vscode.window.showInformationMessage(
    plainNotification(vscode.l10n.t('Follow the status of your conversations on {0}?', origin)),
    { modal: true, detail: `${plainNotification(howOften)}\n\n${plainNotification(what)}` },
    follow,
  );
  return answer === follow;
}

interface Promised {
  readonly howOften: string;
  readonly what: string;
}

function oneAtATime(baseUrl: string, origin: string, { statesPath }: Dialect): Promised {
  return {
    howOften: vscode.l10n.t(
      "While a VS Code window has the focus, the service is asked for the status of each conversation that you've started there from this machine: every 3 seconds while it's starting, then every 30 seconds until it has ended, for at most a day.",
    ),
    what: vscode.l10n.t(
      "Each request is GET {0} with the conversation's ID, and has your session key. This applies to {1} until you run Agent: Stop Following.",
      baseUrl + statesPath,
      origin,
    ),
  };
}

/** Conversations of these services can go on after the agent has finished. */
function severalAtOnce(baseUrl: string, origin: string, { statesPath }: Dialect): Promised {
  return {
    howOften: vscode.l10n.t(
      "While a VS Code window has the focus, the service is asked for the status of the conversations that you've started there from this machine: every 3 seconds while one is starting, otherwise every 30 seconds, for at most a day after each start. One request asks for several of them.",
    ),
    what: vscode.l10n.t(
      'Each request is GET {0} with the IDs of the conversations, and has your session key. This applies to {1} until you run Agent: Stop Following.',
      baseUrl + statesPath,
      origin,
    ),
  };
}
