import * as vscode from 'vscode';
import type { Disposable } from '../../../base/lifecycle';
import { commandRemedy } from '../../../base/vscode/explanation';
import { notify } from '../../../base/vscode/notify';
import { shortTitle } from '../../../conversations/vscode/conversationLabels';
import { findLateDeliveries } from '../../lateDeliveries';
import { reviewAgain } from '../reviewedStart';
import { backToSheet } from '../sheet/sheetState';
import type { StartPorts } from '../startPorts';

export function reportSendings(ports: StartPorts): Disposable {
  return findLateDeliveries({
    ...ports,
    show: (delivery, conversation, draftId) => {
      const { id } = conversation;
      const title = shortTitle(conversation);
      if (delivery === 'sent') {
        const sentence = vscode.l10n.t(
          'The message to "{0}" was sent, although its window closed in the meantime.',
          title,
        );
        const answer = commandRemedy(vscode.l10n.t('Show Last Answer'), 'agentConversations.showLastAnswer', { id });
        return notify(vscode.window.showInformationMessage, sentence, answer);
      }
      const sentence = vscode.l10n.t(
        'The message to "{0}" may have been sent: its window closed in the meantime. Look at the conversation before you send it again.',
        title,
      );
      const open = commandRemedy(vscode.l10n.t('Open in Browser'), 'agentConversations.openConversation', { id });
      const back = { label: backToSheet(), run: () => reviewAgain(draftId, ports) };
      return notify(vscode.window.showWarningMessage, sentence, open, back);
    },
  });
}
