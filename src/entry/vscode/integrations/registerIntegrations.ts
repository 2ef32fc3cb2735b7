import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../base/common/lifecycle';
import { chatParticipant, startTool } from '../../../names';
import type { StartTool, ToolPorts } from './startTool';

/** Ways in for other tools: links, language models, chats. Each loads when it is first taken. */
export function registerIntegrations(loading: Promise<ToolPorts>): Disposable {
  const store = new DisposableStore();
  const load = () => import('../../../onDemand');
  let made: Promise<StartTool> | undefined;
  const make = async () => new (await load()).StartTool(await loading);
  const tool = () => (made ??= make());
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
