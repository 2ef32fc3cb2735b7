import * as vscode from 'vscode';
import { DisposableStore, once, type Disposable } from '../../../base/lifecycle';
import { chatParticipant, startTool } from '../../../names';
import type { codeActions } from '../codeActions';
import type { answerChat } from './answerChat';
import type { openLink } from './openLink';
import type { StartPorts } from '../../../start/vscode/startPorts';
import type { StartTool } from './startTool';

type IntegrationParts = () => Promise<{
  readonly answerChat: typeof answerChat;
  readonly openLink: typeof openLink;
  readonly StartTool: typeof StartTool;
}>;

type CodeActionParts = () => Promise<{ readonly codeActions: typeof codeActions }>;

/** Documents with code actions: read-only ones, like output, have nothing to fix. */
const documents = ['file', 'untitled', 'vscode-notebook-cell', 'vscode-vfs'].map((scheme) => ({ scheme }));

/** Entry points outside of the extension's own UI: code actions, links, language models, chats. */
export function registerIntegrations(
  loading: Promise<StartPorts>,
  load: IntegrationParts,
  loadMain: CodeActionParts,
): Disposable {
  const store = new DisposableStore();
  const tool = once(async () => new (await load()).StartTool(await loading));
  const lightBulb: vscode.CodeActionProvider = {
    // VS Code requests code actions with each move of the cursor, which shouldn't load everything.
    provideCodeActions: async (document, range, context) => (await loadMain()).codeActions(document, range, context),
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
