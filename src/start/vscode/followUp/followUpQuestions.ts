import * as vscode from 'vscode';
import { actionRows } from '../../../answer/vscode/answerDocument';
import { plainNotification } from '../../../base/text';
import { confirm } from '../../../base/vscode/notify';
import type { WaitingAction } from '../../../client/client';
import type { Conversation } from '../../../conversations/conversation';
import { wayToDecide } from '../../../conversations/vscode/agentCommands';
import { askOnSheetAfterReading } from '../confirmStart';
import { backToSheet } from '../sheet/sheetState';
import type { StartPorts } from '../startPorts';

export function confirmSendAgain(): Promise<boolean> {
  const question = vscode.l10n.t('This message may already have been sent. Send it again?');
  const detail = vscode.l10n.t('If it was sent, the agent gets it twice.');
  return confirm(question, detail, { no: backToSheet(), yes: vscode.l10n.t('Send Again') });
}

export function confirmResume(): Promise<boolean> {
  const question = vscode.l10n.t('Resume this conversation?');
  const detail = vscode.l10n.t(
    'Its sandbox is paused and takes no messages. To resume it, the service may pause the sandboxes that have run the longest, with the conversations in them.',
  );
  return confirm(question, detail, { no: backToSheet(), yes: vscode.l10n.t('Resume and Send') });
}

/** Lines of the waiting actions that the dialog has room for, besides its own text. */
const maxRows = 12;

/**
 * Asks whether a message is sent although actions wait for a confirmation. Enter leads to where they can be rejected. A
 * message that carries them out is only offered after all of their text was shown.
 * @returns true if the message lets the agent run; `undefined` if the user doesn't want to send it now
 */
export async function askAboutActions(
  actions: readonly WaitingAction[],
  conversation: Conversation,
  ports: StartPorts,
): Promise<boolean | undefined> {
  const rows = actionRows(actions);
  const { add } = buttons();
  const send = vscode.l10n.t('Send and Carry Out Action');
  const way = wayToDecide(conversation);
  const leaves = vscode.l10n.t(
    '"{0}" leaves the action waiting, and the agent reads the message once it runs again.',
    add,
  );
  const runs = vscode.l10n.t('"{0}" runs the agent at once.', send);
  const question = vscode.l10n.t('Send a message while an action is waiting for your confirmation?');
  const askWith = (about: string, isShown: boolean, ...more: readonly string[]) => {
    const detail = [way.insteadOfMessage, isShown ? `${leaves} ${runs}` : leaves, about].join('\n\n');
    return ask(question, detail, way.label, ...more, add, ...(isShown ? [send] : []));
  };
  const unread = vscode.l10n.t(
    'The action is too long to show here ({0} lines). Read it to its end before you carry it out.',
    rows.length,
  );
  const read = vscode.l10n.t('The action was shown in the editor ({0} lines).', rows.length);
  const unknown = vscode.l10n.t("The action couldn't be read, so it can't be carried out from here.");
  const answer =
    rows.length > maxRows
      ? await askOnSheetAfterReading(
          'action.txt',
          rows,
          (isRead, show) => askWith(isRead ? read : unread, isRead, show),
          ports,
        )
      : await askWith(rows.join('\n') || unknown, rows.length > 0);
  if (answer !== way.label) return decision(answer, send, conversation);
  await vscode.commands.executeCommand(way.command, { id: conversation.id });
  return undefined;
}

/** Asks whether a message lets a paused agent continue. @returns as {@link askAboutActions} */
export async function askToContinue(conversation: Conversation): Promise<boolean | undefined> {
  const { open, add } = buttons();
  const send = vscode.l10n.t('Send and Continue');
  const question = vscode.l10n.t('The agent is paused. Let it continue with your message?');
  const detail = vscode.l10n.t('"{0}" lets it run again. "{1}" leaves it paused.', send, add);
  return decision(await ask(question, detail, open, add, send), send, conversation);
}

/**
 * Asks whether a message is added without letting the agent run, because the status doesn't tell what the agent would do.
 * @returns as {@link askAboutActions}
 */
export async function askToAdd(status: string, conversation: Conversation): Promise<boolean | undefined> {
  const { open, add } = buttons();
  const question = vscode.l10n.t('Add the message without running the agent?');
  const detail = vscode.l10n.t(
    'The service reports the status "{0}". A message that runs the agent might carry out something that waits for you, so here it can only be added.',
    status,
  );
  return decision(await ask(question, detail, open, add), '', conversation);
}

/** Enter selects the first answer. */
function ask(question: string, detail: string, ...answers: readonly string[]): Thenable<string | undefined> {
  return vscode.window.showWarningMessage(plainNotification(question), { modal: true, detail }, ...answers);
}

function buttons() {
  return { open: vscode.l10n.t('Open in Browser'), add: vscode.l10n.t('Only Add Message') };
}

/** @param send the button that lets the agent run */
async function decision(answer: string | undefined, send: string, { id }: Conversation): Promise<boolean | undefined> {
  const { open, add } = buttons();
  if (answer === open) await vscode.commands.executeCommand('agentConversations.openConversation', { id });
  return answer === send ? true : answer === add ? false : undefined;
}
