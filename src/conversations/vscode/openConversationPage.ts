import * as vscode from 'vscode';
import { conversationPage, ownPage } from '../conversationPage';
import { ellipsize } from '../../base/text';
import { notify } from '../../base/vscode/notify';
import { openInBrowser } from '../../base/vscode/openInBrowser';

/** Characters shown of an id: a service may send a thousand. */
const maxShown = 100;

/**
 * Opens the page of a conversation in the browser, or reports why there is none.
 * @param pageUrl the one that the service names
 */
export async function openConversationPage(
  baseUrl: string,
  conversationId: string,
  template: string,
  pageUrl = '',
): Promise<void> {
  const own = ownPage(pageUrl, baseUrl);
  if (own !== undefined) return openInBrowser(own);
  const page = conversationPage(template, baseUrl, conversationId);
  if (page.ok) return openInBrowser(page.url);
  const sentence =
    page.reason === 'template'
      ? vscode.l10n.t(
          'The conversation page isn\'t a valid URL: the setting agentConversations.conversationUrlTemplate produces "{0}".',
          page.text,
        )
      : vscode.l10n.t(
          'The conversation page can\'t be opened: with the ID "{0}", the URL would be that of a different page.',
          ellipsize(conversationId, maxShown),
        );
  void notify(vscode.window.showErrorMessage, sentence);
}
