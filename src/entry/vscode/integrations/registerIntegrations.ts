import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../base/common/lifecycle';
import { chatParticipant, startTool } from '../../../names';
import type { answerChat } from './answerChat';
import type { openLink } from './openLink';
import type { StartTool, ToolPorts } from './startTool';

/** What is behind the ways in: it loads when one is first taken. */
export type IntegrationParts = () => Promise<{
  readonly answerChat: typeof answerChat;
  readonly openLink: typeof openLink;
  readonly StartTool: typeof StartTool;
}>;

/** Where the light bulb is of use: what is only shown, like output, has nothing to be mended. */
const documents = ['file', 'untitled', 'vscode-notebook-cell', 'vscode-vfs'].map((scheme) => ({ scheme }));

/** Ways in from what is not ours: the light bulb, links, language models, chats. */
export function registerIntegrations(loading: Promise<ToolPorts>, load: IntegrationParts): Disposable {
  const store = new DisposableStore();
  let made: Promise<StartTool> | undefined;
  const make = async () => new (await load()).StartTool(await loading);
  const tool = () => (made ??= make());
  const lightBulb: vscode.CodeActionProvider = {
    // Asked for with each move of the cursor: it loads alone, not with all that somebody may do.
    provideCodeActions: async (document, range, context) =>
      (await import('../codeActions')).codeActions(document, range, context),
  };
  const providedCodeActionKinds = [vscode.CodeActionKind.QuickFix];
  store.add(vscode.languages.registerCodeActionsProvider(documents, lightBulb, { providedCodeActionKinds }));
  store.add(
    vscode.window.registerUriHandler({
      handleUri: async (uri) => {
        await (await load()).openLink(await loading, uri);
      },
    }),
  );
  store.add(
    vscode.lm.registerTool(startTool, {
      prepareInvocation: async (options) => (await tool()).prepareInvocation(options),
      invoke: async (options, token) => (await tool()).invoke(options, token),
    }),
  );
  store.add(
    vscode.chat.createChatParticipant(chatParticipant, async (request, _context, stream, token) =>
      (await load()).answerChat(await loading, request, stream, token),
    ),
  );
  return store;
}
