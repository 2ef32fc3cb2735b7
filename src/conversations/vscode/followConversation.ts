import * as vscode from 'vscode';
import type { FollowedServices } from './followedServices';
import type { Dialect } from '../../client/dialect';
import type { ServiceAccess } from '../../service/serviceConnection';
import { isAskable } from '../reportedStatus';
import { plainLabel } from '../../base/text';
import { confirm } from '../../base/vscode/notify';
import type { ConversationPorts } from './conversationActions';
import { conversationFor, givenConversation } from './pickConversation';

/** The command `followConversation`: follows the service of a conversation, after the user has agreed. */
export async function followConversation(
  ports: ConversationPorts & { readonly service: Pick<ServiceAccess, 'dialect'> },
  given?: unknown,
): Promise<void> {
  const { followed, service } = ports;
  const conversation = await conversationFor(ports, given, vscode.l10n.t('Follow Status'), isAskable);
  if (!conversation || !isAskable(conversation)) return;
  const { baseUrl } = conversation;
  const { origin } = new URL(baseUrl);
  if (!(await followed.has(origin)) && !(await isAgreed(baseUrl, origin, await service.dialect(baseUrl)))) return;
  await followed.add(origin);
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Following the status on {0}', plainLabel(origin)), 3000);
}

/** The command `stopFollowing`: of the service of a conversation, or of one that is followed. */
export async function stopFollowing({ history, followed }: ConversationPorts, given?: unknown): Promise<void> {
  const conversation = givenConversation(given, history);
  const origin = conversation ? new URL(conversation.baseUrl).origin : await pickFollowed(followed);
  if (origin === undefined) return;
  await followed.remove(origin);
  vscode.window.setStatusBarMessage(
    vscode.l10n.t('$(check) No longer following the status on {0}', plainLabel(origin)),
    3000,
  );
}

async function pickFollowed(followed: FollowedServices): Promise<string | undefined> {
  const origins = await followed.origins();
  if (origins.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t("You aren't following the status on any service."));
    return undefined;
  }
  if (origins.length === 1) return origins[0];
  const title = vscode.l10n.t('Stop Following');
  return vscode.window.showQuickPick(origins, { title, placeHolder: vscode.l10n.t('Select a service') });
}

/** Says what will be asked, how often, and how to end it. */
function isAgreed(baseUrl: string, origin: string, { statesPath }: Dialect): Promise<boolean> {
  const howOften = vscode.l10n.t(
    'While VS Code has focus, status is requested every 3 seconds during starts, otherwise every 30 seconds, for up to a day.',
  );
  const what = vscode.l10n.t(
    'Each request is GET {0} with IDs of conversations you started from this machine, and your session key. To stop, run Agent: Stop Following.',
    baseUrl + statesPath,
  );
  const question = vscode.l10n.t('Follow the status of your conversations on {0}?', origin);
  const { showInformationMessage } = vscode.window;
  return confirm(question, `${howOften}\n\n${what}`, vscode.l10n.t('Follow'), showInformationMessage);
}
