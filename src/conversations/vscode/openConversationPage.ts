import * as vscode from 'vscode';
import { conversationPage } from '../common/conversationPage';
import { ellipsize, plainNotification } from '../../base/common/text';
import { openInBrowser } from '../../base/vscode/openInBrowser';

/** Characters of an id: a service may send a thousand. */
const maxShown = 100;

/** Opens the page of a conversation in the browser, or says why there is none. */
export async function openConversationPage(baseUrl: string, conversationId: string, template: string): Promise<void> {
  const page = conversationPage(template, baseUrl, conversationId);
  if (page.ok) return openInBrowser(page.url);
  const sentence =
    page.reason === 'template'
      ? vscode.l10n.t(
          'The page of the conversation has no address: the setting agentConversations.conversationUrlTemplate makes "{0}".',
          page.text,
        )
      : vscode.l10n.t(
          'The page of the conversation can\'t be opened: with its id "{0}", the address would be that of another page.',
          ellipsize(conversationId, maxShown),
        );
  void vscode.window.showErrorMessage(plainNotification(sentence));
}
