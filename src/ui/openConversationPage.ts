import * as vscode from 'vscode';
import { conversationUrl } from '../domain/serviceUrl';
import { plainNotification } from './plainNotification';

/** Opens the page of a conversation in the browser, or says that the template makes no address. */
export async function openConversationPage(baseUrl: string, conversationId: string, template: string): Promise<void> {
  const url = conversationUrl(template, baseUrl, conversationId);
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) {
    void vscode.window.showErrorMessage(
      plainNotification(
        vscode.l10n.t(
          'The page of the conversation has no address: the setting agentConversations.conversationUrlTemplate makes "{0}".',
          url,
        ),
      ),
    );
    return;
  }
  await vscode.env.openExternal(vscode.Uri.parse(url, true));
}
